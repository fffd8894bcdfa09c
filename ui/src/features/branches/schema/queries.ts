import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { BranchRef } from "@/features/branches/subjects";
import { call } from "@/ipc/call";
import type { BranchView, CompareSchema, ReadSchema } from "@/ipc/generated";

/**
 * What tells that a branch is no longer what it was: a reset, a restore. What people change by SQL nobody tells, so that
 * when it was read is shown as well.
 */
export const standOf = (...branches: readonly (BranchView | undefined)[]): string =>
  branches.map((branch) => `${branch?.stateChangedAt} ${branch?.lastResetAt}`).join();

/** Read once, by the click that asks for it, and then only on a further one: reading wakes a compute. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  enabled: ({ state }: { state: { status: string } }) => state.status === "pending",
};

/** `stand`: how the branch stands now. */
export const schemaQuery = (
  { accountId, projectId, branchId }: BranchRef,
  read: ReadSchema,
  stand: string,
) => {
  const operation = { kind: "branchSchema", accountId, projectId, branchId, read } as const;
  const query = queryOptions({
    queryKey: [...keys.schemas(accountId, projectId), branchId, read],
    queryFn: async () => ({ text: (await call(operation)).sql, stand }),
    ...ONCE,
  });
  return { ...query, operation };
};

export const comparisonQuery = (
  { accountId, projectId, branchId }: BranchRef,
  compare: CompareSchema,
  stand: string,
) => {
  const operation = { kind: "branchCompareSchema", accountId, projectId, branchId, compare } as const;
  const query = queryOptions({
    queryKey: [...keys.schemas(accountId, projectId), branchId, compare],
    queryFn: async () => ({ text: (await call(operation)).diff, stand }),
    ...ONCE,
  });
  return { ...query, operation };
};
