import { canRefresh, isLive } from "@/data/words";
import { perform } from "@/data/work";
import type { TemporaryView } from "@/ipc/generated";
import { type Action, action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { copied } from "@/kit/overlay/toasts";
import { createWithLastOptions } from "./create";
import { copyingOf, psqlOf, refreshAll, refreshOf } from "./mutations";
import type { TemporarySubject } from "./places";

const SHELF = "Temporary databases";
const ROW = "This database";
const KEEP = "This row";

const reachable = (row: TemporaryView) => isLive(row.state);
const blockedBySecrets = (row: TemporaryView) => row.secretsMissing?.message;
const locked = (row: TemporarySubject) => row.locked ?? blockedBySecrets(row);
const claimable = (row: TemporaryView) => row.state === "unclaimed" || row.state === "claiming";

/** Everything that a button of the shelf or of a database does. */
export const temporaryActions: readonly Action[] = [
  action({
    id: "temporary.go",
    group: "Go to",
    title: "Temporary databases",
    icon: "timer",
    shortcut: "G T",
    run: ({ router }) => router.go({ screen: "temporary" }),
  }),
  action({
    id: "temporary.new",
    group: SHELF,
    title: "New temporary database",
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["temporary"],
    keywords: "create postgres instant",
    run: (tools) => createWithLastOptions(tools),
  }),
  action({
    id: "temporary.options",
    group: SHELF,
    title: "New temporary database with options…",
    icon: "gear",
    shortcut: "Mod+Shift+N",
    keywords: "place ref logical replication env seed",
    run: () => ask({ dialog: "temporaryOptions" }),
  }),
  action({
    id: "temporary.import",
    group: SHELF,
    title: "Import a temporary database…",
    icon: "download",
    keywords: "claim link env file",
    run: () => ask({ dialog: "importTemporary" }),
  }),
  action({
    id: "temporary.refreshAll",
    group: SHELF,
    title: "Refresh all temporary databases",
    icon: "refresh",
    shortcut: "Mod+Shift+R",
    run: async ({ client }) => void (await perform(client, refreshAll, undefined)),
  }),
  actionOn({
    id: "temporary.copy",
    about: "temporary",
    group: ROW,
    title: "Copy connection string",
    icon: "copy",
    shortcut: "Mod+Shift+C",
    when: reachable,
    blocked: blockedBySecrets,
    async run({ id }, { client }) {
      const seconds = await perform(client, copyingOf(id), "pooled");
      if (seconds !== undefined) copied("Connection string", seconds);
    },
  }),
  actionOn({
    id: "temporary.psql",
    about: "temporary",
    group: ROW,
    title: "Open psql",
    icon: "terminal",
    shortcut: "P",
    when: reachable,
    blocked: locked,
    run: async ({ id }, { client }) => void (await perform(client, psqlOf(id), undefined)),
  }),
  actionOn({
    id: "temporary.env",
    about: "temporary",
    group: ROW,
    title: "Write to .env…",
    icon: "file",
    shortcut: "E",
    when: reachable,
    blocked: blockedBySecrets,
    run: ({ id, env }) => ask({ dialog: "writeEnv", id, path: env?.path ?? null }),
  }),
  actionOn({
    id: "temporary.seed",
    about: "temporary",
    group: ROW,
    title: "Seed…",
    icon: "seed",
    shortcut: "S",
    keywords: "sql script schema data",
    when: reachable,
    blocked: (row) => (row.seed?.status === "running" ? "A file is running already" : locked(row)),
    run: ({ id }) => ask({ dialog: "seedTemporary", id }),
  }),
  actionOn({
    id: "temporary.claim",
    about: "temporary",
    group: ROW,
    title: "Claim in the browser",
    icon: "claim",
    shortcut: "C",
    keywords: "keep account",
    when: claimable,
    blocked: locked,
    run: ({ id }) => ask({ dialog: "claimTemporary", id }),
  }),
  actionOn({
    id: "temporary.copyClaim",
    about: "temporary",
    group: ROW,
    title: "Copy claim link",
    icon: "copy",
    keywords: "keep account browser url",
    when: claimable,
    blocked: blockedBySecrets,
    async run({ id }, { client }) {
      const seconds = await perform(client, copyingOf(id), "claimLink");
      if (seconds !== undefined) copied("Claim link", seconds);
    },
  }),
  actionOn({
    id: "temporary.refresh",
    about: "temporary",
    group: KEEP,
    title: "Refresh",
    icon: "refresh",
    shortcut: "R",
    when: ({ state }) => canRefresh(state),
    run: async ({ id }, { client }) => void (await perform(client, refreshOf(id), undefined)),
  }),
  actionOn({
    id: "temporary.rename",
    about: "temporary",
    group: KEEP,
    title: "Rename…",
    icon: "pencil",
    shortcut: "F2",
    run: ({ id }) => ask({ dialog: "renameTemporary", id }),
  }),
  actionOn({
    id: "temporary.forget",
    about: "temporary",
    group: KEEP,
    title: "Forget…",
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "remove delete",
    when: ({ state }) => state !== "creating",
    run: ({ id }) => ask({ dialog: "forgetTemporary", id }),
  }),
];
