import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { operationQuery } from "@/data/query";
import { call } from "@/ipc/call";

const FRESH = 60_000;

/** Stands in the cache key for the missing organization of one's own keys. */
const OWN = "";

/**
 * The keys of an organization, or one's own. When a key was last used changes without a word of the platform, so they
 * are read again when they are looked at and older than a minute.
 */
export const keysQuery = (accountId: string, organizationId: string | null) =>
  operationQuery(
    keys.apiKeys(accountId, organizationId ?? OWN),
    { kind: "keyList", accountId, organizationId },
    { staleTime: ({ state }) => (state.status === "error" ? 0 : FRESH) },
  );

/** The plan of a rotation. Made again whenever it is shown. */
export const rotationPlanQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.rotationPlan(accountId),
    queryFn: () => call({ kind: "rotationPlan", accountId }),
    staleTime: 0,
    gcTime: 0,
  });
