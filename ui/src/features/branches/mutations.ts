import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { branchesQuery, computesQuery, projectQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { showOnce } from "@/features/base/oneTimeSecrets";
import type { BranchView, CreateBranch, PreviewRestore, RestoreBranch, UpdateBranch } from "@/ipc/generated";
import { noteRestored } from "./restored";
import type { BranchRef } from "./subjects";
import { CREATE } from "./words";

/** Begins the mutation keys of the menu actions: their errors show above the tree. */
export const quickKey = (account: string, project: string) => ["branch", "quick", account, project];

const quickOf = ({ accountId, projectId, branchId }: BranchRef, verb: string) => [
  ...quickKey(accountId, projectId),
  branchId,
  verb,
];

export const creatingOf = (accountId: string, projectId: string) =>
  operationSpec({ kind: "branchCreate", accountId, projectId }, (create: CreateBranch) => ({ create }), {
    onSuccess: ({ branch, computes, connections }, _create, client) => {
      putBranchIntoCache(client, accountId, projectId, branch);
      client.setQueryData(computesQuery(accountId, projectId).queryKey, (list) =>
        list ? [...list.filter(({ id }) => !computes.some((made) => made.id === id)), ...computes] : list,
      );
      const again =
        client.getQueryData(projectQuery(accountId, projectId).queryKey)?.storesPasswords === true;
      showOnce(client, {
        name: branch.name,
        title: CREATE.created(branch.name),
        again,
        note: again ? CREATE.stringsAgain : CREATE.passwordOnce,
        more: [CREATE.ready],
        items: connections,
        copies: true,
      });
    },
  });

const updatingOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec(
    { kind: "branchUpdate", accountId, projectId, branchId },
    (update: UpdateBranch) => ({ update }),
    {
      about: { accountId, projectId, branchId },
      onSuccess: ({ item }, _update, client) => putBranchIntoCache(client, accountId, projectId, item),
    },
  );

export const renamingOf = (ref: BranchRef) => ({
  ...updatingOf(ref),
  key: ["branch", "rename", ref.branchId],
});
export const expiringOf = (ref: BranchRef) => ({
  ...updatingOf(ref),
  key: ["branch", "expire", ref.branchId],
});
export const keepingOf = (ref: BranchRef) => ({ ...updatingOf(ref), key: quickOf(ref, "keep") });
export const protectingOf = (ref: BranchRef) => ({ ...updatingOf(ref), key: quickOf(ref, "protect") });

export const defaultingOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec({ kind: "branchSetDefault", accountId, projectId, branchId }, () => ({}), {
    onSuccess: ({ item }, _nothing, client) => {
      everyList(client, accountId, projectId, (list) =>
        list.map((each) => (each.id === item.id ? item : { ...each, isDefault: false })),
      );
    },
  });

export const restoringOf = ({ accountId, projectId, branchId }: BranchRef) => {
  const ref = { accountId, projectId, branchId };
  return operationSpec({ kind: "branchRestore", ...ref }, (restore: RestoreBranch) => ({ restore }), {
    about: ref,
    onSuccess: ({ item }, { sourceId, sourceTimestamp, sourceLsn, preserveUnderName }, client) => {
      const branches = client.getQueryData(branchesQuery(accountId, projectId).queryKey);
      noteRestored(client, ref, {
        branchId,
        sourceId,
        sourceName: branches?.find(({ id }) => id === sourceId)?.name ?? sourceId,
        at: sourceTimestamp,
        lsn: sourceLsn,
        backupName: preserveUnderName,
      });
      putBranchIntoCache(client, accountId, projectId, item);
      // The branch's former data is a branch of its own now, which is not in the reply.
      if (preserveUnderName !== null) reload(client, ref);
    },
  });
};

export const undoingRestoreOf = (ref: BranchRef) => ({
  ...restoringOf(ref),
  key: quickOf(ref, "undoRestore"),
});

/** Compares what the branch holds with what a restore would put there. */
export const previewingOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec(
    { kind: "branchPreviewRestore", accountId, projectId, branchId },
    (at: PreviewRestore) => ({ at }),
    { reads: true },
  );

export const deletingOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec({ kind: "branchDelete", accountId, projectId, branchId }, () => ({}), {
    onSuccess: (_gone, _nothing, client) => {
      const { queryKey } = branchesQuery(accountId, projectId);
      client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== branchId));
      reload(client, { accountId, projectId });
    },
  });

export const recoveringOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec({ kind: "branchRecover", accountId, projectId, branchId }, () => ({}), {
    key: quickOf({ accountId, projectId, branchId }, "recover"),
    onSuccess: (branch, _nothing, client) => putBranchIntoCache(client, accountId, projectId, branch),
  });

function reload(client: QueryClient, { accountId, projectId }: Omit<BranchRef, "branchId">): void {
  void client.invalidateQueries({ queryKey: keys.branches(accountId, projectId) });
}

/** Puts a branch into the lists that show it, at its place or as a new one. */
function putBranchIntoCache(
  client: QueryClient,
  accountId: string,
  projectId: string,
  branch: BranchView,
): void {
  everyList(client, accountId, projectId, (list) => upsert(list, branch, "first"));
}

function everyList(
  client: QueryClient,
  accountId: string,
  projectId: string,
  change: (list: BranchView[]) => BranchView[],
): void {
  for (const deleted of [false, true]) {
    const { queryKey } = branchesQuery(accountId, projectId, deleted);
    client.setQueryData(queryKey, (list) => list && change(list));
  }
}
