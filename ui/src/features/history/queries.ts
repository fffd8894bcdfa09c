import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ActivityFilter } from "@/ipc/generated";

const PAGE = 100;

/** The log of one's own actions, page by page, newest first. What fitted the filter before stays in sight until the new one is answered. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.activity, "list", filter],
    queryFn: ({ pageParam }) => call({ kind: "activityList", filter, before: pageParam, limit: PAGE }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Filters are typed letter by letter, and only the one that stands is looked at again.
    gcTime: 0,
  });

/** The actions that the log has, to choose one from. */
export const activityActionsQuery = queryOptions({
  queryKey: [...keys.activity, "actions"],
  queryFn: () => call({ kind: "activityActions" }),
});

/** The platform's own list of a project's operations, page by page, newest first. */
export const projectOperationsQuery = (accountId: string, projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.projectOperations(accountId, projectId), "pages"],
    queryFn: ({ pageParam }) => call({ kind: "operationPage", accountId, projectId, cursor: pageParam }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
  });

function firstPage(): string | null {
  return null;
}
