import { infiniteQueryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** The platform's own list of a project's operations, page by page, newest first. */
export const projectOperationsQuery = (accountId: string, projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.projectOperations(accountId, projectId), "pages"],
    queryFn: ({ pageParam }) => call.operationPage(accountId, projectId, pageParam),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
  });

function firstPage(): string | null {
  return null;
}
