import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

const FRESH = 60_000;

/** One's own keys have no organization, and a name is needed for the cache. */
const OWN = "";

/**
 * The keys of an organization, or one's own. When a key was last used changes without a word of the platform, so they
 * are read again when they are looked at and older than a minute.
 */
export const keysQuery = (accountId: string, organizationId: string | null) =>
  queryOptions({
    queryKey: keys.apiKeys(accountId, organizationId ?? OWN),
    queryFn: () => call.keyList(accountId, organizationId),
    staleTime: ({ state }) => (state.status === "error" ? 0 : FRESH),
  });

/** What a change would take. Worked out anew whenever it is looked at. */
export const rotationPlanQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.rotationPlan(accountId),
    queryFn: () => call.rotationPlan(accountId),
    staleTime: 0,
    gcTime: 0,
  });
