import type { QueryClient } from "@tanstack/react-query";
import { operationSpec } from "@/data/mutation";
import { computesQuery, projectQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type { ComputeView, CreateCompute, UpdateCompute } from "@/ipc/generated";
import type { ComputeRef, ComputeSubject } from "./subjects";

/** Begins the mutation keys of a project's computes: their errors show above the list unless a dialog shows them. */
export const quickKey = (account: string, project: string) => ["compute", "quick", account, project];

/** Begins the mutation keys of one compute. */
export const computeKey = ({ accountId, projectId, computeId }: ComputeRef) => [
  ...quickKey(accountId, projectId),
  computeId,
];

const keyOf = (ref: ComputeRef, verb: string) => [...computeKey(ref), verb];

/** Asks how far a read-only compute is behind its branch. */
export const lagOf = ({ accountId, projectId, compute: { id, branchId } }: ComputeSubject) =>
  operationSpec({ kind: "computeLag", accountId, projectId, branchId, computeId: id }, () => ({}), {
    // Whichever was suspended runs now, and its start locks the project until it has ended.
    onSuccess: (_lag, _nothing, client) => {
      const readAgain = () => {
        for (const { queryKey } of [
          computesQuery(accountId, projectId),
          projectQuery(accountId, projectId),
        ]) {
          void client.invalidateQueries({ queryKey, exact: true });
        }
      };
      void call({ kind: "operationFollow", accountId, projectId }).then(readAgain, readAgain);
    },
  });

const commanding = (
  { accountId, projectId, computeId }: ComputeRef,
  verb: string,
  kind: "computeStart" | "computeSuspend" | "computeRestart",
) =>
  operationSpec({ kind, accountId, projectId, computeId }, () => ({}), {
    key: keyOf({ accountId, projectId, computeId }, verb),
    onSuccess: ({ item }, _nothing, client) => putComputeIntoCache(client, accountId, projectId, item),
  });

export const startingOf = (ref: ComputeRef) => commanding(ref, "start", "computeStart");
export const suspendingOf = (ref: ComputeRef) => commanding(ref, "suspend", "computeSuspend");
export const restartingOf = (ref: ComputeRef) => commanding(ref, "restart", "computeRestart");

const changing = ({ accountId, projectId, computeId }: ComputeRef, verb: string) =>
  operationSpec(
    { kind: "computeUpdate", accountId, projectId, computeId },
    (update: UpdateCompute) => ({ update }),
    {
      key: keyOf({ accountId, projectId, computeId }, verb),
      onSuccess: ({ item }, _update, client) => putComputeIntoCache(client, accountId, projectId, item),
    },
  );

export const renamingOf = (ref: ComputeRef) => changing(ref, "rename");
export const resizingOf = (ref: ComputeRef) => changing(ref, "resize");
export const timingOf = (ref: ComputeRef) => changing(ref, "timeout");
export const enablingOf = (ref: ComputeRef) => changing(ref, "enable");

export const deletingOf = ({ accountId, projectId, computeId }: ComputeRef) =>
  operationSpec({ kind: "computeDelete", accountId, projectId, computeId }, () => ({}), {
    key: keyOf({ accountId, projectId, computeId }, "delete"),
    onSuccess: (_gone, _nothing, client) => {
      client.setQueryData(computesQuery(accountId, projectId).queryKey, (list) =>
        list?.filter(({ id }) => id !== computeId),
      );
    },
  });

export const creatingOf = (accountId: string, projectId: string) =>
  operationSpec({ kind: "computeCreate", accountId, projectId }, (create: CreateCompute) => ({ create }), {
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
