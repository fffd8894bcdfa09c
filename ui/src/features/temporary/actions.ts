import { perform } from "@/data/mutation";
import { projectQuery } from "@/data/queries";
import { canRefresh, isLive } from "@/data/words";
import { actionsOn } from "@/features/base/actions";
import { ACTIONS as SAVE_ACTIONS } from "@/features/save/words";
import type { TemporaryView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { claimedProjectOf } from "./claimed";
import { copyClaimLink, copyConnection } from "./copying";
import { createWithLastOptions } from "./create";
import { openingProjectOf, psqlOf, refreshOf } from "./mutations";
import { envOfferQuery } from "./queries";
import type { TemporarySubject } from "./subjects";
import { ACTIONS, LIST } from "./words";

const reachable = (row: TemporaryView) => isLive(row.state);
const blockedBySecrets = (row: TemporaryView) => row.secretsMissing?.message;
const locked = (row: TemporarySubject) => row.locked ?? blockedBySecrets(row);
const claimable = (row: TemporaryView) => row.state === "unclaimed" || row.state === "claiming";

/** Everything that a button of the list or of a database does. */
export const temporaryActions: readonly Action[] = [
  action({
    id: "temporary.go",
    group: ACTIONS.goTo,
    title: LIST.title,
    icon: "timer",
    shortcut: "G T",
    run: ({ router }) => router.go({ screen: "temporary" }),
  }),
  action({
    id: "temporary.new",
    group: ACTIONS.list,
    title: ACTIONS.create,
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["temporary"],
    keywords: "create postgres instant",
    run: (tools) => createWithLastOptions(tools),
  }),
  action({
    id: "temporary.options",
    group: ACTIONS.list,
    title: ACTIONS.createWith,
    icon: "gear",
    shortcut: "Mod+Shift+N",
    keywords: "place ref logical replication env seed",
    run: () => openDialog({ dialog: "temporaryOptions" }),
  }),
  action({
    id: "temporary.import",
    group: ACTIONS.list,
    title: ACTIONS.import,
    icon: "download",
    keywords: "claim link env file",
    run: () => openDialog({ dialog: "importTemporary" }),
  }),
  ...actionsOn({ about: "temporary", group: ACTIONS.row }, [
    {
      id: "temporary.project",
      title: ACTIONS.openProject,
      icon: "arrowRight",
      keywords: "console claimed account",
      when: ({ state, projectId }) => state === "claimed" && projectId !== null,
      async run({ id }, { client, router }) {
        const found = await perform(client, openingProjectOf(id), undefined);
        if (found) router.go({ screen: "project", account: found.accountId, id: found.projectId });
      },
    },
    {
      id: "temporary.renameProject",
      title: ACTIONS.renameProject,
      icon: "pencil",
      keywords: "claimed name",
      when: (row) => claimedProjectOf(row) !== undefined,
      blocked: ({ locked }) => locked,
      async run(row, { client }) {
        const at = claimedProjectOf(row);
        if (!at) return;
        const project = await client.fetchQuery(projectQuery(at.accountId, at.projectId));
        openDialog({ dialog: "renameProject", accountId: at.accountId, project, suggested: row.name });
      },
    },
  ]),
  ...actionsOn({ about: "temporary", group: ACTIONS.row, when: reachable, blocked: blockedBySecrets }, [
    {
      id: "temporary.psql",
      title: ACTIONS.psql,
      icon: "terminal",
      shortcut: "P",
      blocked: locked,
      run: ({ id }, { client }) => perform(client, psqlOf(id), undefined),
    },
    {
      id: "temporary.copy",
      title: ACTIONS.copy,
      icon: "copy",
      shortcut: "Mod+Shift+C",
      run: ({ id }, { client }) => copyConnection(id, client),
    },
    {
      id: "temporary.claim",
      title: ACTIONS.claim,
      icon: "claim",
      shortcut: "C",
      keywords: "keep account",
      when: claimable,
      blocked: locked,
      run: ({ id }) => openDialog({ dialog: "claimTemporary", id }),
    },
    {
      id: "temporary.copyClaim",
      title: ACTIONS.copyClaim,
      icon: "copy",
      keywords: "keep account browser url",
      when: claimable,
      run: ({ id }, { client }) => copyClaimLink(id, client),
    },
    {
      id: "temporary.env",
      title: ACTIONS.env,
      icon: "file",
      shortcut: "E",
      run: ({ id, env }, { client }) => {
        const offered = client.getQueryData(envOfferQuery(id).queryKey) ?? null;
        openDialog({ dialog: "writeEnv", id, path: env?.path ?? offered });
      },
    },
    {
      id: "temporary.seed",
      title: ACTIONS.seed,
      icon: "seed",
      shortcut: "S",
      keywords: "sql script schema data",
      blocked: (row) => (row.seed?.status === "running" ? ACTIONS.seeding : locked(row)),
      run: ({ id }) => openDialog({ dialog: "seedTemporary", id }),
    },
    {
      id: "temporary.save",
      title: SAVE_ACTIONS.save,
      icon: "download",
      keywords: "dump backup export pg_dump keep",
      blocked: (row) => (row.saved?.status === "running" ? SAVE_ACTIONS.saving : locked(row)),
      run: ({ id }) => openDialog({ dialog: "saveTemporary", id }),
    },
    {
      id: "temporary.copyInto",
      title: SAVE_ACTIONS.copy,
      icon: "copy",
      keywords: "dump backup restore keep account database",
      blocked: (row) => (row.saved?.status === "running" ? SAVE_ACTIONS.saving : locked(row)),
      run: ({ id }) => openDialog({ dialog: "copyTemporary", id }),
    },
  ]),
  ...actionsOn({ about: "temporary", group: ACTIONS.entry }, [
    {
      id: "temporary.refresh",
      title: ACTIONS.refresh,
      icon: "refresh",
      when: ({ state }) => canRefresh(state),
      run: ({ id }, { client }) => perform(client, refreshOf(id), undefined),
    },
    {
      id: "temporary.rename",
      title: ACTIONS.rename,
      icon: "pencil",
      shortcut: "F2",
      run: ({ id }) => openDialog({ dialog: "renameTemporary", id }),
    },
    {
      id: "temporary.delete",
      title: ACTIONS.delete,
      icon: "trash",
      danger: true,
      keywords: "remove drop destroy",
      when: ({ canDelete }) => canDelete === true,
      blocked: ({ locked }) => locked,
      run: ({ id }) => openDialog({ dialog: "deleteTemporary", id }),
    },
    {
      id: "temporary.forget",
      title: ACTIONS.remove,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      keywords: "remove delete",
      when: ({ state }) => state !== "creating",
      run: ({ id }) => openDialog({ dialog: "forgetTemporary", id }),
    },
  ]),
];
