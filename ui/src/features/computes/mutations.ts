import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { computesQuery, projectQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type { ChangeView, ComputeView, CreateCompute, ReplicaLagView, UpdateCompute } from "@/ipc/generated";
import type { ComputeRef, ComputeSubject } from "./subjects";

/** What is done to a compute; its refusals are shown above the list unless its dialog shows them. */
export const quickKey = (account: string, project: string) => ["compute", "quick", account, project];

/** Everything that is done to one compute. */
export const computeKey = ({ accountId, projectId, computeId }: ComputeRef) => [
  ...quickKey(accountId, projectId),
  computeId,
];

const keyOf = (ref: ComputeRef, verb: string) => [...computeKey(ref), verb];

/** Asks how far a read-only compute is behind its branch. */
export const lagOf = ({
  accountId,
  projectId,
  compute,
}: ComputeSubject): MutationSpec<ReplicaLagView, void> => ({
  key: mutationKeys.computeLag(compute.id),
  run: () => call.computeLag(accountId, projectId, compute.branchId, compute.id),
  // Whichever was suspended runs now, and its start locks the project until it has ended.
  onSuccess: (_lag, _nothing, client) => {
    const readAgain = () => {
      for (const { queryKey } of [computesQuery(accountId, projectId), projectQuery(accountId, projectId)]) {
        void client.invalidateQueries({ queryKey, exact: true });
      }
    };
    void call.operationFollow(accountId, projectId).then(readAgain, readAgain);
  },
});

type Command = (accountId: string, projectId: string, computeId: string) => Promise<ChangeView<ComputeView>>;

const commanding = (
  ref: ComputeRef,
  verb: string,
  command: Command,
): MutationSpec<ChangeView<ComputeView>, void> => ({
  key: keyOf(ref, verb),
  run: () => command(ref.accountId, ref.projectId, ref.computeId),
  onSuccess: ({ item }, _nothing, client) => putComputeIntoCache(client, ref.accountId, ref.projectId, item),
});

export const startingOf = (ref: ComputeRef) => commanding(ref, "start", call.computeStart);
export const suspendingOf = (ref: ComputeRef) => commanding(ref, "suspend", call.computeSuspend);
export const restartingOf = (ref: ComputeRef) => commanding(ref, "restart", call.computeRestart);

const changing = (ref: ComputeRef, verb: string): MutationSpec<ChangeView<ComputeView>, UpdateCompute> => ({
  key: keyOf(ref, verb),
  run: (update) => call.computeUpdate(ref.accountId, ref.projectId, ref.computeId, update),
  onSuccess: ({ item }, _update, client) => putComputeIntoCache(client, ref.accountId, ref.projectId, item),
});

export const renamingOf = (ref: ComputeRef) => changing(ref, "rename");
export const resizingOf = (ref: ComputeRef) => changing(ref, "resize");
export const timingOf = (ref: ComputeRef) => changing(ref, "timeout");
export const enablingOf = (ref: ComputeRef) => changing(ref, "enable");

export const deletingOf = (ref: ComputeRef): MutationSpec<null, void> => ({
  key: keyOf(ref, "delete"),
  run: () => call.computeDelete(ref.accountId, ref.projectId, ref.computeId),
  onSuccess: (_gone, _nothing, client) => {
    client.setQueryData(computesQuery(ref.accountId, ref.projectId).queryKey, (list) =>
      list?.filter(({ id }) => id !== ref.computeId),
    );
  },
});

export const creatingOf = (
  accountId: string,
  projectId: string,
): MutationSpec<ChangeView<ComputeView>, CreateCompute> => ({
  key: ["compute", "create", accountId, projectId],
  run: (create) => call.computeCreate(accountId, projectId, create),
  onSuccess: ({ item }, _create, client) => putComputeIntoCache(client, accountId, projectId, item),
});

/** Puts a compute into the list, at its place or as a new one. */
function putComputeIntoCache(
  client: QueryClient,
  accountId: string,
  projectId: string,
  compute: ComputeView,
): void {
  const { queryKey } = computesQuery(accountId, projectId);
  client.setQueryData(queryKey, (list) => list && upsert(list, compute, "last"));
}
