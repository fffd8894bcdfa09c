import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationsQuery } from "@/data/queries";
import type { TrackedOperationView } from "@/ipc/generated";

const NONE: readonly TrackedOperationView[] = [];

/** What goes on now on every account. An operation that failed and is tried again goes on as well. */
export function openOf(list: readonly TrackedOperationView[]): readonly TrackedOperationView[] {
  return list.filter(({ operation }) => !operation.isOver);
}

/** The projects of an account that an operation runs on. Facts keep it true: a list of projects is older. */
export function useBusyProjects(): ReadonlySet<string> {
  const keys = useQuery({
    ...operationsQuery,
    select: (list) => {
      const busy = openOf(list).map(({ accountId, operation }) => busyKey(accountId, operation.projectId));
      return [...new Set(busy)].sort();
    },
  }).data;
  return useMemo(() => new Set(keys), [keys]);
}

/** How `useBusyProjects` names a project. */
export const busyKey = (accountId: string, projectId: string): string => `${accountId}/${projectId}`;

/** The operations that have not ended, the newest first. */
export function useOpenOperations(): readonly TrackedOperationView[] {
  return useQuery({ ...operationsQuery, select: openOf }).data ?? NONE;
}
