import { queryOptions, skipToken, useQueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { AuthAt } from "@/data/queries";
import { operationQuery } from "@/data/query";
import type { SdkKeysView, SyncedUsersView } from "@/ipc/generated";
import type { AuthSubject } from "./subjects";

export const domainsQuery = ({ accountId, projectId, branchId = null }: AuthSubject) =>
  operationQuery(keys.authDomains(accountId, projectId, branchId), {
    kind: "authDomains",
    accountId,
    projectId,
    branchId,
  });

/** A user who was just made, looked for in the table. */
export interface AwaitedUser {
  id: string;
  email: string;
}

/** The last read of the synchronised users, and the user that is awaited. */
export interface KnownUsers {
  view?: SyncedUsersView;
  /** The search text of the last read. */
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

/** The public part of the keys that were last created in this window; the platform does not list them. */
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
