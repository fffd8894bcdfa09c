import { infiniteQueryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

const PAGE = 100;

/** The log, page by page, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: keys.activity,
  queryFn: ({ pageParam }) => call.activityList({}, pageParam, PAGE),
  initialPageParam: firstPage(),
  getNextPageParam: (page) => page.next,
});

function firstPage(): string | null {
  return null;
}
