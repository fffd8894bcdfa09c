import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { branchesQuery, computesQuery, projectQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { showOnce } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type {
  BranchView,
  ChangeView,
  CreateBranch,
  CreatedBranchView,
  PreviewRestore,
  RestoreBranch,
  RestorePreviewView,
  UpdateBranch,
} from "@/ipc/generated";
import { noteRestored } from "./restored";
import type { BranchRef } from "./subjects";
import { CREATE } from "./words";

/** What is done to a branch right from a menu; its refusals are shown above the tree. */
export const quickKey = (account: string, project: string) => ["branch", "quick", account, project];

const quickOf = ({ accountId, projectId, branchId }: BranchRef, verb: string) => [
  ...quickKey(accountId, projectId),
  branchId,
  verb,
];
const formOf = ({ accountId, projectId, branchId }: BranchRef, verb: string) => [
  "branch",
  verb,
  accountId,
  projectId,
  branchId,
];

export const creatingOf = (
  accountId: string,
  projectId: string,
): MutationSpec<CreatedBranchView, CreateBranch> => ({
  key: ["branch", "create", accountId, projectId],
  run: (create) => call.branchCreate(accountId, projectId, create),
  onSuccess: ({ branch, computes, connections }, _create, client) => {
    putBranchIntoCache(client, accountId, projectId, branch);
    client.setQueryData(computesQuery(accountId, projectId).queryKey, (list) =>
      list ? [...list.filter(({ id }) => !computes.some((made) => made.id === id)), ...computes] : list,
    );
    const again = client.getQueryData(projectQuery(accountId, projectId).queryKey)?.storesPasswords === true;
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

const changing = (
  ref: BranchRef,
  key: readonly string[],
): MutationSpec<ChangeView<BranchView>, UpdateBranch> => ({
  key,
  about: ref,
  run: (update) => call.branchUpdate(ref.accountId, ref.projectId, ref.branchId, update),
  onSuccess: ({ item }, _update, client) => putBranchIntoCache(client, ref.accountId, ref.projectId, item),
});

export const renamingOf = (ref: BranchRef) => changing(ref, formOf(ref, "rename"));
export const expiringOf = (ref: BranchRef) => changing(ref, formOf(ref, "expire"));
export const keepingOf = (ref: BranchRef) => changing(ref, quickOf(ref, "keep"));
export const protectingOf = (ref: BranchRef) => changing(ref, quickOf(ref, "protect"));

export const defaultingOf = (ref: BranchRef): MutationSpec<ChangeView<BranchView>, void> => ({
  key: formOf(ref, "default"),
  run: () => call.branchSetDefault(ref.accountId, ref.projectId, ref.branchId),
  onSuccess: ({ item }, _nothing, client) => {
    everyList(client, ref.accountId, ref.projectId, (list) =>
      list.map((each) => (each.id === item.id ? item : { ...each, isDefault: false })),
    );
  },
});

const restoring = (
  ref: BranchRef,
  key: readonly string[],
): MutationSpec<ChangeView<BranchView>, RestoreBranch> => ({
  key,
  about: ref,
  run: (restore) => call.branchRestore(ref.accountId, ref.projectId, ref.branchId, restore),
  onSuccess: ({ item }, { sourceId, sourceTimestamp, sourceLsn, preserveUnderName }, client) => {
    const { accountId, projectId, branchId } = ref;
    const branches = client.getQueryData(branchesQuery(accountId, projectId).queryKey);
    noteRestored(client, ref, {
      branchId,
      sourceId,
      sourceName: branches?.find(({ id }) => id === sourceId)?.name ?? sourceId,
      at: sourceTimestamp,
      lsn: sourceLsn,
      backupName: preserveUnderName,
    });
    putBranchIntoCache(client, ref.accountId, ref.projectId, item);
    // What it held is a branch of its own now, which is not in the reply.
    if (preserveUnderName !== null) reload(client, ref);
  },
});

export const restoringOf = (ref: BranchRef) => restoring(ref, formOf(ref, "restore"));
export const undoingRestoreOf = (ref: BranchRef) => restoring(ref, quickOf(ref, "undoRestore"));

/** Compares what the branch holds with what a restore would put there. */
export const previewingOf = (ref: BranchRef): MutationSpec<RestorePreviewView, PreviewRestore> => ({
  key: formOf(ref, "preview"),
  reads: true,
  run: (at) => call.branchPreviewRestore(ref.accountId, ref.projectId, ref.branchId, at),
});

export const deletingOf = (ref: BranchRef): MutationSpec<null, void> => ({
  key: formOf(ref, "delete"),
  run: () => call.branchDelete(ref.accountId, ref.projectId, ref.branchId),
  onSuccess: (_gone, _nothing, client) => {
    const { queryKey } = branchesQuery(ref.accountId, ref.projectId);
    client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== ref.branchId));
    reload(client, ref);
  },
});

export const recoveringOf = (ref: BranchRef): MutationSpec<BranchView, void> => ({
  key: quickOf(ref, "recover"),
  run: () => call.branchRecover(ref.accountId, ref.projectId, ref.branchId),
  onSuccess: (branch, _nothing, client) => putBranchIntoCache(client, ref.accountId, ref.projectId, branch),
});

function reload(client: QueryClient, { accountId, projectId }: BranchRef): void {
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
