import type { QueryClient } from "@tanstack/react-query";
import { counted } from "@/data/format";
import { accountsQuery } from "@/data/queries";
import { perform } from "@/data/work";
import { lockedWords } from "@/features/accounts/words";
import { copyAs } from "@/features/calls/copying";
import type { AccountView } from "@/ipc/generated";
import { type Action, action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { refreshingOf } from "./mutations";
import type { ListSubject } from "./places";

const PROJECTS = "Projects";

/** What is done with the list as a whole. */
export const listActions: readonly Action[] = [
  action({
    id: "projects.go",
    group: "Go to",
    title: "Projects",
    icon: "folder",
    shortcut: "G P",
    run: ({ router }) => router.go({ screen: "projects" }),
  }),
  action({
    id: "projects.deleted",
    group: "Go to",
    title: "Deleted projects",
    icon: "archive",
    keywords: "recover undo",
    run: ({ router }) => router.go({ screen: "projects", tab: "deleted" }),
  }),
  action({
    id: "project.new",
    group: PROJECTS,
    title: "New project…",
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["projects", "project"],
    keywords: "create database postgres",
    // What is selected may be another account than the one that the project would be made in.
    blocked: ({ projects, account }) =>
      lockedWords(projects) ?? lockedWords(account?.isCurrent ? account : undefined),
    async run({ client }) {
      const account = await currentAccount(client);
      ask(account ? { dialog: "createProject", accountId: account.id } : { dialog: "connectAccount" });
    },
  }),
  actionOn({
    id: "projects.refresh",
    about: "projects",
    group: PROJECTS,
    title: "Read the projects again",
    icon: "refresh",
    keywords: "refresh reload",
    run: async ({ accountId }, { client }) =>
      void (await perform(client, refreshingOf(accountId), undefined)),
  }),
  actionOn({
    id: "projects.json",
    about: "projects",
    group: PROJECTS,
    title: "Copy shown projects as JSON",
    icon: "copy",
    keywords: "export list",
    async run({ shown }) {
      const projects = shown();
      await writeClipboard(jsonText(projects));
      toast({ title: `${counted(projects.length, "project")} copied as JSON` });
    },
  }),
  actionOn({
    id: "projects.curl",
    about: "projects",
    group: PROJECTS,
    title: "Copy list of projects as curl",
    icon: "terminal",
    keywords: "call request text",
    run: (subject) => copyAs("curl", asCall(subject)),
  }),
  actionOn({
    id: "projects.cli",
    about: "projects",
    group: PROJECTS,
    title: "Copy list of projects as CLI command",
    icon: "terminal",
    keywords: "call neonctl text",
    run: (subject) => copyAs("cli", asCall(subject)),
  }),
  actionOn({
    id: "projects.text",
    about: "projects",
    group: PROJECTS,
    title: "Show list of projects as text…",
    icon: "file",
    keywords: "call curl neonctl request",
    run: (subject) => ask({ dialog: "callText", ...asCall(subject) }),
  }),
];

function asCall({ accountId, scope, organizationId }: ListSubject) {
  const call = { kind: "listProjects", scope, organizationId } as const;
  return { accountId, title: "List projects", call };
}

async function currentAccount(client: QueryClient): Promise<AccountView | undefined> {
  return (await client.ensureQueryData(accountsQuery)).find(({ isCurrent }) => isCurrent);
}
