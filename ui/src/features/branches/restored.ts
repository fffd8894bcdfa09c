import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BranchRef } from "./subjects";

/** What a restore put into a branch while this window was open. */
export interface Restored {
  branchId: string;
  sourceId: string;
  /** The source's name; the source may be deleted before the notice is read. */
  sourceName: string;
  /** The instant of the source, by the platform's clock. */
  at: string | null;
  lsn: string | null;
  /** The branch that keeps the previous data. */
  backupName: string | null;
}

/** The last restore of each branch of a project, until it is dismissed. Known to this window alone. */
export const restoredQuery = (accountId: string, projectId: string) =>
  queryOptions<readonly Restored[]>({
    queryKey: ["restoredBranches", accountId, projectId],
    queryFn: () => [],
    enabled: false,
  });

/** Shows what a restore did; the record of an earlier restore of the branch goes. */
export function noteRestored(client: QueryClient, ref: BranchRef, restored: Restored): void {
  forgetRestored(client, ref);
  client.setQueryData(restoredQuery(ref.accountId, ref.projectId).queryKey, (list = []) => [
    restored,
    ...list,
  ]);
}

/** Ends the notice of a branch's last restore. */
export function forgetRestored(client: QueryClient, { accountId, projectId, branchId }: BranchRef): void {
  client.setQueryData(restoredQuery(accountId, projectId).queryKey, (list) =>
    list?.filter((each) => each.branchId !== branchId),
  );
}
