import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** The last requests that the sandbox answered. */
export const requestsQuery = queryOptions({
  queryKey: keys.sandboxRequests,
  queryFn: () => call({ kind: "sandboxRequests" }),
});

/** Deleted projects and branches that can still be recovered, the first to expire first. */
export const deletedItemsQuery = queryOptions({
  queryKey: keys.sandboxDeletedItems,
  queryFn: () => call({ kind: "sandboxDeletedItems" }),
});

/** The data that the sandbox has quarantined. */
export const quarantineQuery = queryOptions({
  queryKey: keys.sandboxQuarantine,
  queryFn: () => call({ kind: "sandboxQuarantine" }),
});
