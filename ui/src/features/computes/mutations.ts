import type { QueryClient } from "@tanstack/react-query";
import { computesQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { ChangeView, ComputeView, CreateCompute, UpdateCompute } from "@/ipc/generated";
import type { ComputeRef } from "./places";

/** What is done to a compute; its refusals are shown above the list unless its dialog shows them. */
export const quickKey = (account: string, project: string) => ["compute", "quick", account, project];

/** Everything that is done to one compute. */
export const computeKey = ({ accountId, projectId, computeId }: ComputeRef) => [
  ...quickKey(accountId, projectId),
  computeId,
];

const keyOf = (ref: ComputeRef, verb: string) => [...computeKey(ref), verb];

type Command = (accountId: string, projectId: string, computeId: string) => Promise<ChangeView<ComputeView>>;

const commanding = (
  ref: ComputeRef,
  verb: string,
  command: Command,
): Work<ChangeView<ComputeView>, void> => ({
  key: keyOf(ref, verb),
  run: () => command(ref.accountId, ref.projectId, ref.computeId),
  settle: ({ item }, _nothing, client) => place(client, ref.accountId, ref.projectId, item),
});

export const startingOf = (ref: ComputeRef) => commanding(ref, "start", call.computeStart);
export const suspendingOf = (ref: ComputeRef) => commanding(ref, "suspend", call.computeSuspend);
export const restartingOf = (ref: ComputeRef) => commanding(ref, "restart", call.computeRestart);

const changing = (ref: ComputeRef, verb: string): Work<ChangeView<ComputeView>, UpdateCompute> => ({
  key: keyOf(ref, verb),
  run: (update) => call.computeUpdate(ref.accountId, ref.projectId, ref.computeId, update),
  settle: ({ item }, _update, client) => place(client, ref.accountId, ref.projectId, item),
});

export const renamingOf = (ref: ComputeRef) => changing(ref, "rename");
export const resizingOf = (ref: ComputeRef) => changing(ref, "resize");
export const timingOf = (ref: ComputeRef) => changing(ref, "timeout");
export const enablingOf = (ref: ComputeRef) => changing(ref, "enable");

export const deletingOf = (ref: ComputeRef): Work<null, void> => ({
  key: keyOf(ref, "delete"),
  run: () => call.computeDelete(ref.accountId, ref.projectId, ref.computeId),
  settle: (_gone, _nothing, client) => {
    client.setQueryData(computesQuery(ref.accountId, ref.projectId).queryKey, (list) =>
      list?.filter(({ id }) => id !== ref.computeId),
    );
  },
});

export const creatingOf = (
  accountId: string,
  projectId: string,
): Work<ChangeView<ComputeView>, CreateCompute> => ({
  key: ["compute", "create", accountId, projectId],
  run: (create) => call.computeCreate(accountId, projectId, create),
  settle: ({ item }, _create, client) => place(client, accountId, projectId, item),
});

/** Puts a compute into the list, at its place or as a new one. */
function place(client: QueryClient, accountId: string, projectId: string, compute: ComputeView): void {
  const { queryKey } = computesQuery(accountId, projectId);
  client.setQueryData(queryKey, (list) => list && upsert(list, compute, "last"));
}
