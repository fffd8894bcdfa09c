import { queryOptions, skipToken, useQueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { AuthAt } from "@/data/queries";
import { call } from "@/ipc/call";
import type { SdkKeysView, SyncedUsersView } from "@/ipc/generated";
import type { AuthSubject } from "./subjects";

export const domainsQuery = ({ accountId, projectId, branchId = null }: AuthSubject) =>
  queryOptions({
    queryKey: keys.authDomains(accountId, projectId, branchId),
    queryFn: () => call.authDomains(accountId, projectId, branchId),
  });

/** A user who was just made, looked for in the table. */
export interface AwaitedUser {
  id: string;
  email: string;
}

/** What was last read of the synchronised users, and who is waited for. */
export interface KnownUsers {
  view?: SyncedUsersView;
  /** What the table itself was searched for. */
  search?: string | undefined;
  awaited?: AwaitedUser | undefined;
  /** Whether the one waited for was in the table when it was read since. */
  arrived?: boolean | undefined;
}

/** Never asked for by itself: a reading wakes the compute, so only a click puts something here. */
export const usersQuery = (at: AuthAt) =>
  queryOptions<KnownUsers>({
    queryKey: keyOf(at, "users"),
    queryFn: skipToken,
  });

/** What is no secret of the keys that were made last in this window; the platform does not list them. */
export const lastKeysQuery = (at: AuthAt) =>
  queryOptions<SdkKeysView>({
    queryKey: keyOf(at, "lastKeys"),
    queryFn: skipToken,
  });

/** The owner at the moment a transfer link was opened in the browser from this window. */
export const handoverQuery = (at: AuthAt) =>
  queryOptions<{ ownedBy: string | null }>({
    queryKey: keyOf(at, "handover"),
    queryFn: skipToken,
  });

const keyOf = ({ accountId, projectId, branchId = null }: AuthAt, what: string) => [
  ...keys.auth(accountId, projectId),
  what,
  branchId,
];

/** Reads everything of the integration again that is shown. The users' table is read on a click alone. */
export function useReload({ accountId, projectId }: AuthSubject): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.auth(accountId, projectId) });
}
