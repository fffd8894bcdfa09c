import type { QueryClient } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { perform } from "@/data/mutation";
import { accountsQuery, projectQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { COMMON, lockedWords } from "@/features/base/words";
import { copyAs, textActions } from "@/features/calls/copying";
import type { AccountView } from "@/ipc/generated";
import { type Action, action, type Tools } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { openDialog } from "@/kit/overlay/dialogs";
import { copied, toast } from "@/kit/overlay/toasts";
import { projectPage } from "./lists";
import { copyingOf, psqlOf, recoveringOf, reload } from "./mutations";
import type { ListSubject, ProjectRef, ProjectSubject } from "./subjects";
import { ACTIONS, GROUPS, NO_PASSWORD } from "./words";

const present = ({ project }: ProjectSubject) => project.deletedAt === null;
const deleted = (subject: ProjectSubject) => !present(subject);
const refOf = ({ accountId, project }: ProjectSubject): ProjectRef => ({ accountId, projectId: project.id });

/** The actions of the list as a whole. */
const listActions: readonly Action[] = [
  action({
    id: "projects.go",
    group: COMMON.goTo,
    ...ACTIONS.go,
    icon: "folder",
    shortcut: "G P",
    run: ({ router }) => router.go({ screen: "projects" }),
  }),
  action({
    id: "projects.deleted",
    group: COMMON.goTo,
    ...ACTIONS.deleted,
    icon: "archive",
    keywords: "recover undo",
    run: ({ router }) => router.go({ screen: "projects", tab: "deleted" }),
  }),
  action({
    id: "project.new",
    group: GROUPS.projects,
    ...ACTIONS.new,
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["projects", "project"],
    keywords: "create database postgres",
    // The selected account may differ from the account that the project is created in.
    blocked: ({ projects, account }) =>
      lockedWords(projects) ?? lockedWords(account?.isCurrent ? account : undefined),
    async run({ client }) {
      const account = await currentAccount(client);
      openDialog(account ? { dialog: "createProject", accountId: account.id } : { dialog: "connectAccount" });
    },
  }),
  ...actionsOn({ about: "projects", group: GROUPS.projects }, [
    {
      id: "projects.json",
      ...ACTIONS.projectsJson,
      icon: "copy",
      keywords: "export list",
      async run({ shown }) {
        const projects = shown();
        await writeClipboard(projects.then(jsonText));
        toast({ title: ACTIONS.projectsCopied((await projects).length) });
      },
    },
    {
      id: "projects.curl",
      ...ACTIONS.curl,
      icon: "terminal",
      keywords: "call request text",
      run: (subject) => copyAs("curl", asCall(subject)),
    },
    {
      id: "projects.cli",
      ...ACTIONS.cli,
      icon: "terminal",
      keywords: "call neonctl text",
      run: (subject) => copyAs("cli", asCall(subject)),
    },
    {
      id: "projects.text",
      ...ACTIONS.text,
      icon: "file",
      keywords: "call curl neonctl request",
      run: (subject) => openDialog({ dialog: "callText", ...asCall(subject) }),
    },
  ]),
];

const asCall = (list: ListSubject) => ({ operation: projectPage(list), title: ACTIONS.listCall });

async function currentAccount(client: QueryClient): Promise<AccountView | undefined> {
  return (await client.ensureQueryData(accountsQuery)).find(({ isCurrent }) => isCurrent);
}

/** Recovers a project and offers to open it. If the project is gone, the list is read again. */
async function recover(ref: ProjectRef, name: string, { client, router }: Tools): Promise<void> {
  try {
    const project = await perform(client, recoveringOf(ref), undefined);
    if (!project) return;
    const open = () => router.go({ screen: "project", account: ref.accountId, id: project.id });
    toast({ title: ACTIONS.recovered(project.name || name), undo: { label: COMMON.open, run: open } });
  } catch (error) {
    if (viewOf(error).code === "notFound") reload(client, ref.accountId);
    throw error;
  }
}

/** A project that keeps no passwords gave its string without one: what to do about that. */
function copiedWithoutPassword({ accountId, project }: ProjectSubject, router: Tools["router"]): void {
  const route = { screen: "project", account: accountId, id: project.id, tab: "data" } as const;
  toast({ ...NO_PASSWORD, undo: { label: NO_PASSWORD.action, run: () => router.go(route) } });
}

/** Everything that a button of the list or of a project does. */
export const projectActions: readonly Action[] = [
  ...listActions,
  ...actionsOn({ about: "project", group: GROUPS.project, when: present }, [
    {
      id: "project.open",
      ...ACTIONS.open,
      opens: true,
      icon: "arrowRight",
      run: ({ accountId, project }, { router }) =>
        router.go({ screen: "project", account: accountId, id: project.id }),
    },
    {
      id: "project.copy",
      ...ACTIONS.copy,
      icon: "copy",
      shortcut: "Mod+Shift+C",
      keywords: "url pooled default branch",
      async run(subject, { client, router }) {
        const seconds = await perform(client, copyingOf(refOf(subject)), undefined);
        if (seconds === undefined) return;
        if (subject.project.storesPasswords !== false) copied(COMMON.connectionString, seconds);
        else copiedWithoutPassword(subject, router);
      },
    },
    {
      id: "project.psql",
      ...ACTIONS.psql,
      icon: "terminal",
      shortcut: "P",
      // A session could change something, so none is opened.
      blocked: lockedWords,
      run: (subject, { client }) => perform(client, psqlOf(refOf(subject)), []),
    },
  ]),
  ...actionsOn({ about: "project", group: GROUPS.change, when: present }, [
    {
      id: "project.rename",
      ...ACTIONS.rename,
      icon: "pencil",
      shortcut: "F2",
      blocked: lockedWords,
      run: (subject) => openDialog({ dialog: "renameProject", ...subject }),
    },
    {
      id: "project.settings",
      ...ACTIONS.settings,
      icon: "gear",
      keywords: "compute range block public vpc hipaa history retention",
      run: ({ accountId, project }, { router }) =>
        router.go({ screen: "project", account: accountId, id: project.id, tab: "settings" }),
    },
  ]),
  ...actionsOn({ about: "project", group: GROUPS.copy }, [
    {
      id: "project.id",
      ...ACTIONS.id,
      icon: "copy",
      async run({ project }) {
        await writeClipboard(project.id);
        toast({ title: ACTIONS.idCopied, detail: project.id });
      },
    },
    {
      id: "project.json",
      ...ACTIONS.projectJson,
      icon: "copy",
      keywords: "export details",
      async run({ project }) {
        await writeClipboard(jsonText(project));
        toast({ title: ACTIONS.jsonCopied(project.name) });
      },
    },
  ]),
  ...textActions({
    id: "project",
    about: "project",
    cli: true,
    group: GROUPS.copy,
    callOf: ({ accountId, project }) =>
      project.deletedAt === null
        ? {
            operation: projectQuery(accountId, project.id).operation,
            title: ACTIONS.getCall(project.name),
          }
        : {
            operation: recoveringOf({ accountId, projectId: project.id }).operation(),
            title: ACTIONS.recoverCall(project.name),
          },
  }),
];

/** The actions that delete or recover a project, after all others. */
export const projectEndActions: readonly Action[] = [
  ...actionsOn({ about: "project", group: COMMON.dangerZone, blocked: lockedWords }, [
    {
      id: "project.delete",
      ...ACTIONS.delete,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      keywords: "remove",
      when: present,
      run: (subject) => openDialog({ dialog: "deleteProject", ...subject }),
    },
    {
      id: "project.recover",
      ...ACTIONS.recover,
      icon: "undo",
      keywords: "undo restore bring back",
      when: deleted,
      run: (subject, tools) => recover(refOf(subject), subject.project.name, tools),
    },
  ]),
];
