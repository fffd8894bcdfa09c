import type { QueryClient } from "@tanstack/react-query";
import { accountsQuery, databasesQuery } from "@/data/queries";
import { perform, type Work } from "@/data/work";
import { actionsOn } from "@/features/base/actions";
import { lockedWords } from "@/features/base/baseWords";
import { textActions } from "@/features/calls/copying";
import { call } from "@/ipc/call";
import type { ConnectSource } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { copied } from "@/kit/overlay/toasts";
import { protectingOf, quickKey, recoveringOf } from "./mutations";
import type { BranchRef, BranchSubject } from "./places";
import { restricted } from "./words";

const USE = "This branch";
const CHANGE = "Change this branch";
const TEXT = "Copy this branch";

const refOf = ({ accountId, projectId, branch }: BranchSubject): BranchRef => ({
  accountId,
  projectId,
  branchId: branch.id,
});

const there = ({ branch }: BranchSubject) => branch.deletedAt === null;
/** Why nobody can connect to a branch. */
function unconnectable({ hasCompute }: BranchSubject): string | undefined {
  return hasCompute === false ? "This branch has no compute. Create one first" : undefined;
}
const locked = (subject: BranchSubject) => subject.locked;
/** A locked account takes no session: it would wake the compute. */
const sessionless = (subject: BranchSubject) => subject.locked ?? unconnectable(subject);

/** Why a branch cannot be deleted, as far as its own record says. */
function undeletable(subject: BranchSubject): string | undefined {
  const { branch } = subject;
  if (subject.locked) return subject.locked;
  if (branch.isDefault) return "The default branch can’t be deleted. Make another branch the default first";
  if (branch.isProtected) return "It is protected. Unprotect it first";
  return undefined;
}

function unsettable(subject: BranchSubject): string | undefined {
  if (subject.locked) return subject.locked;
  if (subject.branch.isProtected) return "It is protected. Unprotect it first";
  return restricted(subject.branch, "restore");
}

function inexpirable({ branch, locked: reason }: BranchSubject): string | undefined {
  if (reason) return reason;
  if (branch.isDefault) return "The default branch can’t expire";
  return branch.isProtected ? "A protected branch can’t expire" : undefined;
}

/** Everything that a button of a project's branches does. */
export const branchActions: readonly Action[] = [
  actionOn({
    id: "branches.new",
    about: "project",
    group: "Branches",
    title: "New branch…",
    icon: "branch",
    keywords: "create branch point in time",
    when: ({ project }) => project.deletedAt === null,
    blocked: lockedWords,
    run: ({ accountId, project }) => ask({ dialog: "createBranch", accountId, projectId: project.id }),
  }),
  ...actionsOn({ about: "branch", group: USE, when: there, blocked: locked }, [
    {
      id: "branch.copy",
      title: "Copy connection string",
      titleFor: ({ branch }) => `Copy connection string of ${branch.name}`,
      icon: "copy",
      shortcut: "Mod+Shift+C",
      keywords: "url pooled",
      blocked: unconnectable,
      run: async (subject, { client }) => {
        const seconds = await perform(client, copyingOf(subject), undefined);
        if (seconds === undefined) return;
        copied("Connection string", seconds);
      },
    },
    {
      id: "branch.psql",
      title: "Open psql",
      titleFor: ({ branch }) => `Open psql on ${branch.name}`,
      icon: "terminal",
      shortcut: "P",
      blocked: sessionless,
      run: (subject, { client }) => perform(client, psqlOf(subject), undefined),
    },
    {
      id: "branch.new",
      title: "New branch from here…",
      titleFor: ({ branch }) => `New branch from ${branch.name}…`,
      icon: "branch",
      shortcut: "B",
      run: ({ accountId, projectId, branch }) =>
        ask({ dialog: "createBranch", accountId, projectId, parentId: branch.id }),
    },
    {
      id: "branch.compute",
      title: "New compute…",
      titleFor: ({ branch }) => `New compute for ${branch.name}…`,
      icon: "server",
      run: ({ accountId, projectId, branch }) =>
        ask({ dialog: "createCompute", accountId, projectId, branchId: branch.id }),
    },
  ]),
  ...actionsOn({ about: "branch", group: CHANGE, when: there, blocked: locked }, [
    {
      id: "branch.rename",
      title: "Rename…",
      titleFor: ({ branch }) => `Rename ${branch.name}…`,
      icon: "pencil",
      shortcut: "F2",
      run: (subject) => ask({ dialog: "renameBranch", ...refOf(subject) }),
    },
    {
      id: "branch.protect",
      title: "Protect",
      titleFor: ({ branch }) => `Protect ${branch.name}`,
      icon: "lock",
      keywords: "protection",
      when: (subject) => there(subject) && !subject.branch.isProtected,
      blocked: ({ branch, locked: reason }) =>
        reason ?? (branch.expiresAt === null ? undefined : "Remove its expiration first"),
      run: (subject, { client }) => perform(client, protectingOf(refOf(subject)), { protected: true }),
    },
    {
      id: "branch.unprotect",
      title: "Unprotect",
      titleFor: ({ branch }) => `Unprotect ${branch.name}`,
      icon: "lock",
      keywords: "unprotect",
      when: (subject) => there(subject) && subject.branch.isProtected,
      run: (subject, { client }) => perform(client, protectingOf(refOf(subject)), { protected: false }),
    },
    {
      id: "branch.default",
      title: "Make default…",
      titleFor: ({ branch }) => `Make ${branch.name} the default…`,
      icon: "check",
      when: (subject) => there(subject) && !subject.branch.isDefault,
      blocked: ({ branch, locked: reason }) =>
        reason ?? (branch.expiresAt === null ? undefined : "Remove its expiration first"),
      run: (subject) => ask({ dialog: "defaultBranch", ...refOf(subject) }),
    },
    {
      id: "branch.expiry",
      title: "Set expiration…",
      titleFor: ({ branch }) => `Set expiration of ${branch.name}…`,
      icon: "timer",
      keywords: "expiry expires ttl remove",
      blocked: inexpirable,
      run: (subject) => ask({ dialog: "branchExpiry", ...refOf(subject) }),
    },
    {
      id: "branch.restore",
      title: "Restore…",
      titleFor: ({ branch }) => `Restore ${branch.name}…`,
      icon: "undo",
      keywords: "history point in time",
      blocked: unsettable,
      run: (subject) => ask({ dialog: "restoreBranch", ...refOf(subject) }),
    },
    {
      id: "branch.reset",
      title: "Reset from parent…",
      titleFor: ({ branch }) => `Reset ${branch.name} from parent…`,
      icon: "refresh",
      danger: true,
      when: (subject) => there(subject) && subject.branch.parentId !== null,
      blocked: unsettable,
      run: (subject) => ask({ dialog: "resetBranch", ...refOf(subject) }),
    },
    {
      id: "branch.recover",
      title: "Recover",
      titleFor: ({ branch }) => `Recover ${branch.name}`,
      icon: "undo",
      keywords: "undelete",
      when: ({ branch }) => branch.deletedAt !== null,
      run: (subject, { client }) => perform(client, recoveringOf(refOf(subject)), undefined),
    },
    {
      id: "branch.delete",
      title: "Delete…",
      titleFor: ({ branch }) => `Delete ${branch.name}…`,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      blocked: undeletable,
      run: (subject) => ask({ dialog: "deleteBranch", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "branch", group: TEXT }, [
    {
      id: "branch.id",
      title: "Copy branch ID",
      text: ({ branch }) => branch.id,
      copied: "Branch ID copied",
    },
  ]),
  ...textActions({
    id: "branch",
    about: "branch",
    group: TEXT,
    json: ({ branch }) => branch,
    copied: "Branch copied as JSON",
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "listBranches", projectId },
      title: `List branches of ${projectName}`,
    }),
  }),
];

const keyOf = ({ accountId, projectId, branch }: BranchSubject, verb: string) => [
  ...quickKey(accountId, projectId),
  branch.id,
  verb,
];

/** Puts the pooled connection string on the clipboard without it passing through the window. */
const copyingOf = (subject: BranchSubject): Work<number, void> => ({
  key: keyOf(subject, "copy"),
  about: refOf(subject),
  run: async (_nothing, client) => call.connectCopy(await sourceOf(subject, true, client), "pooled"),
});

const psqlOf = (subject: BranchSubject): Work<null, void> => ({
  key: keyOf(subject, "psql"),
  about: refOf(subject),
  run: async (_nothing, client) => call.connectPsql(await sourceOf(subject, false, client), []),
});

/** The branch's usual database and the role that owns it: that of the platform, else the first there is. */
async function sourceOf(
  subject: BranchSubject,
  pooled: boolean,
  client: QueryClient,
): Promise<ConnectSource> {
  const { accountId, projectId, branch } = subject;
  const [accounts, databases] = await Promise.all([
    client.ensureQueryData(accountsQuery),
    client.ensureQueryData(databasesQuery(accountId, projectId, branch.id)),
  ]);
  const profile = accounts.find(({ id }) => id === accountId)?.profile;
  const found = databases.find(({ name }) => name === profile?.database) ?? databases[0];
  const database = found?.name ?? profile?.database ?? "";
  const role = found?.owner ?? profile?.role ?? "";
  return {
    kind: "project",
    accountId,
    projectId,
    wish: { database, role, branchId: branch.id, computeId: null, pooled },
  };
}
