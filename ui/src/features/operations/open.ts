import { useQuery } from "@tanstack/react-query";
import { operationsQuery } from "@/data/queries";
import type { TrackedOperationView } from "@/ipc/generated";

const NONE: readonly TrackedOperationView[] = [];

/** What goes on now on every account. An operation that failed and is tried again goes on as well. */
export function openOf(list: readonly TrackedOperationView[]): readonly TrackedOperationView[] {
  return list.filter(({ operation }) => !operation.isOver);
}

/** The operations that have not ended, the newest first. */
export function useOpenOperations(): readonly TrackedOperationView[] {
  return useQuery({ ...operationsQuery, select: openOf }).data ?? NONE;
}
