import type { QueryClient } from "@tanstack/react-query";
import { type MutationSpec, perform } from "@/data/mutation";
import { branchesQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { COMMON, lockedWords } from "@/features/base/words";
import { textActions } from "@/features/calls/copying";
import { mainConnection } from "@/features/databases/connection";
import { call } from "@/ipc/call";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { copied } from "@/kit/overlay/toasts";
import { keepingOf, protectingOf, quickKey, recoveringOf } from "./mutations";
import type { BranchRef, BranchSubject } from "./subjects";
import { ACTIONS, BLOCKED, GROUPS, restricted } from "./words";

const refOf = ({ accountId, projectId, branch }: BranchSubject): BranchRef => ({
  accountId,
  projectId,
  branchId: branch.id,
});

const there = ({ branch }: BranchSubject) => branch.deletedAt === null;
/** Returns the reason why nobody can connect to a branch. */
function unconnectable({ hasCompute }: BranchSubject): string | undefined {
  return hasCompute === false ? BLOCKED.noCompute : undefined;
}
const locked = (subject: BranchSubject) => subject.locked;
/** A locked account takes no session: it would wake the compute. */
const sessionless = (subject: BranchSubject) => subject.locked ?? unconnectable(subject);

/** Why a branch cannot be deleted, as far as its own record says. */
function undeletable(subject: BranchSubject): string | undefined {
  const { branch } = subject;
  if (subject.locked) return subject.locked;
  if (branch.isDefault) return BLOCKED.isDefault;
  if (branch.isProtected) return BLOCKED.isProtected;
  return undefined;
}

function unsettable(subject: BranchSubject): string | undefined {
  if (subject.locked) return subject.locked;
  if (subject.branch.isProtected) return BLOCKED.isProtected;
  return restricted(subject.branch, "restore");
}

/** The platform takes snapshots of root branches alone. */
function unsnapshotable({ branch, locked: reason }: BranchSubject): string | undefined {
  return reason ?? (branch.parentId === null ? undefined : BLOCKED.hasParent);
}

function inexpirable({ branch, locked: reason }: BranchSubject): string | undefined {
  if (reason) return reason;
  if (branch.isDefault) return BLOCKED.defaultExpires;
  return branch.isProtected ? BLOCKED.protectedExpires : undefined;
}

/** Everything that a button of a project's branches does. */
export const branchActions: readonly Action[] = [
  actionOn({
    id: "branches.new",
    about: "project",
    group: GROUPS.branches,
    ...ACTIONS.branchesNew,
    icon: "branch",
    keywords: "create branch point in time",
    when: ({ project }) => project.deletedAt === null,
    blocked: lockedWords,
    run: ({ accountId, project }) => openDialog({ dialog: "createBranch", accountId, projectId: project.id }),
  }),
  ...actionsOn({ about: "branch", group: GROUPS.use, when: there, blocked: locked }, [
    {
      id: "branch.copy",
      ...ACTIONS.copy,
      icon: "copy",
      shortcut: "Mod+Shift+C",
      keywords: "url pooled",
      blocked: unconnectable,
      run: async (subject, { client }) => {
        const seconds = await perform(client, copyingOf(subject), undefined);
        if (seconds === undefined) return;
        copied(COMMON.connectionString, seconds);
      },
    },
    {
      id: "branch.psql",
      ...ACTIONS.psql,
      icon: "terminal",
      shortcut: "P",
      blocked: sessionless,
      run: (subject, { client }) => perform(client, psqlOf(subject), undefined),
    },
    {
      id: "branch.new",
      ...ACTIONS.branchNew,
      icon: "branch",
      shortcut: "B",
      run: ({ accountId, projectId, branch }) =>
        openDialog({ dialog: "createBranch", accountId, projectId, parentId: branch.id }),
    },
    {
      id: "branch.schema",
      ...ACTIONS.schema,
      icon: "file",
      keywords: "pg_dump ddl tables sql",
      blocked: () => undefined,
      run: (subject) => openDialog({ dialog: "branchSchema", ...refOf(subject) }),
    },
    {
      id: "branch.compareSchemas",
      ...ACTIONS.compareSchemas,
      icon: "columns",
      keywords: "schema diff compare ddl",
      blocked: () => undefined,
      run: (subject) => openDialog({ dialog: "compareSchemas", ...refOf(subject) }),
    },
    {
      id: "branch.compute",
      ...ACTIONS.compute,
      icon: "server",
      run: ({ accountId, projectId, branch }) =>
        openDialog({ dialog: "createCompute", accountId, projectId, branchId: branch.id }),
    },
  ]),
  ...actionsOn({ about: "branch", group: GROUPS.change, when: there, blocked: locked }, [
    {
      id: "branch.rename",
      ...ACTIONS.rename,
      icon: "pencil",
      shortcut: "F2",
      run: (subject) => openDialog({ dialog: "renameBranch", ...refOf(subject) }),
    },
    {
      id: "branch.protect",
      ...ACTIONS.protect,
      icon: "lock",
      keywords: "protection",
      when: (subject) => there(subject) && !subject.branch.isProtected,
      blocked: ({ branch, locked: reason }) =>
        reason ?? (branch.expiresAt === null ? undefined : BLOCKED.expires),
      run: (subject, { client }) => perform(client, protectingOf(refOf(subject)), { protected: true }),
    },
    {
      id: "branch.unprotect",
      ...ACTIONS.unprotect,
      icon: "lock",
      keywords: "unprotect",
      when: (subject) => there(subject) && subject.branch.isProtected,
      run: (subject, { client }) => perform(client, protectingOf(refOf(subject)), { protected: false }),
    },
    {
      id: "branch.default",
      ...ACTIONS.default,
      icon: "check",
      when: (subject) => there(subject) && !subject.branch.isDefault,
      blocked: ({ branch, locked: reason }) =>
        reason ?? (branch.expiresAt === null ? undefined : BLOCKED.expires),
      run: (subject) => openDialog({ dialog: "defaultBranch", ...refOf(subject) }),
    },
    {
      id: "branch.expiry",
      ...ACTIONS.expiry,
      icon: "timer",
      keywords: "expiry expires ttl remove",
      blocked: inexpirable,
      run: (subject) => openDialog({ dialog: "branchExpiry", ...refOf(subject) }),
    },
    {
      id: "branch.keep",
      ...ACTIONS.keep,
      icon: "timer",
      keywords: "expiry expires ttl keep",
      when: (subject) => there(subject) && subject.branch.expiresAt !== null,
      run: (subject, { client }) => perform(client, keepingOf(refOf(subject)), { expiry: { kind: "never" } }),
    },
    {
      id: "branch.restore",
      ...ACTIONS.restore,
      icon: "undo",
      keywords: "history point in time",
      blocked: unsettable,
      run: (subject) => openDialog({ dialog: "restoreBranch", ...refOf(subject) }),
    },
    {
      id: "branch.snapshot",
      ...ACTIONS.snapshot,
      icon: "archive",
      keywords: "backup copy freeze",
      blocked: unsnapshotable,
      run: (subject) => openDialog({ dialog: "takeSnapshot", ...refOf(subject) }),
    },
    {
      id: "branch.snapshotSchedule",
      ...ACTIONS.snapshotSchedule,
      icon: "timer",
      keywords: "backup automatic",
      blocked: unsnapshotable,
      run: (subject) => openDialog({ dialog: "snapshotSchedule", ...refOf(subject) }),
    },
    {
      id: "branch.finalizeRestore",
      ...ACTIONS.finalizeRestore,
      icon: "check",
      keywords: "snapshot replace",
      when: (subject) => there(subject) && subject.branch.restoreStatus === "restored",
      run: (subject) => openDialog({ dialog: "finalizeRestore", ...refOf(subject) }),
    },
    {
      id: "branch.reset",
      ...ACTIONS.reset,
      icon: "refresh",
      danger: true,
      when: (subject) => there(subject) && subject.branch.parentId !== null,
      blocked: unsettable,
      run: (subject) => openDialog({ dialog: "resetBranch", ...refOf(subject) }),
    },
    {
      id: "branch.recover",
      ...ACTIONS.recover,
      icon: "undo",
      keywords: "undelete",
      when: ({ branch }) => branch.deletedAt !== null,
      run: (subject, { client }) => perform(client, recoveringOf(refOf(subject)), undefined),
    },
    {
      id: "branch.delete",
      ...ACTIONS.delete,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      blocked: undeletable,
      run: (subject) => openDialog({ dialog: "deleteBranch", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "branch", group: GROUPS.copy }, [
    {
      id: "branch.id",
      ...ACTIONS.id,
      text: ({ branch }) => branch.id,
    },
  ]),
  ...textActions({
    id: "branch",
    about: "branch",
    group: GROUPS.copy,
    json: ({ branch }) => branch,
    copied: ACTIONS.asJson,
    callOf: ({ accountId, projectId, projectName }) => ({
      operation: branchesQuery(accountId, projectId).operation,
      title: ACTIONS.list(projectName),
    }),
  }),
];

const keyOf = ({ accountId, projectId, branch }: BranchSubject, verb: string) => [
  ...quickKey(accountId, projectId),
  branch.id,
  verb,
];

/** Puts the pooled connection string on the clipboard without it passing through the window. */
const copyingOf = (subject: BranchSubject): MutationSpec<number, void> => ({
  key: keyOf(subject, "copy"),
  reads: true,
  about: refOf(subject),
  run: async (_nothing, client) =>
    call({ kind: "connectCopy", source: await connectionOf(subject, true, client), form: "pooled" }),
});

const psqlOf = (subject: BranchSubject): MutationSpec<null, void> => ({
  key: keyOf(subject, "psql"),
  reads: true,
  about: refOf(subject),
  run: async (_nothing, client) =>
    call({ kind: "connectPsql", source: await connectionOf(subject, false, client), more: [] }),
});

function connectionOf({ accountId, projectId, branch }: BranchSubject, pooled: boolean, client: QueryClient) {
  return mainConnection(client, { accountId, projectId, branchId: branch.id }, pooled);
}
