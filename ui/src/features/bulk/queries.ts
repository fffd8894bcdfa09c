import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { BulkRequest, BulkView } from "@/ipc/generated";

/** What is done to many at once, or was. */
export const bulkQuery = queryOptions({
  queryKey: keys.bulk,
  async queryFn({ client }) {
    const list = await call({ kind: "bulkList" });
    if (!client.getQueryData(EARLIER.queryKey)) {
      client.setQueryData(EARLIER.queryKey, new Set(list.filter(isOver).map(({ id }) => id)));
    }
    return list;
  },
});

/** Those that had ended before this window looked for the first time, such as in an earlier run. */
const EARLIER = queryOptions<ReadonlySet<string>>({
  queryKey: ["bulkEarlier"],
  queryFn: () => new Set<string>(),
  enabled: false,
});

/** It goes on no more, and no person or cause can have it go on by itself. */
export function isOver({ state }: BulkView): boolean {
  return state === "done" || state === "stopped";
}

/** Those that are news: under way, paused, or ended while this window was open. */
export function useBulkNews(): readonly BulkView[] {
  const earlier = useQuery(EARLIER).data;
  const list = useQuery(bulkQuery).data ?? [];
  return list.filter((bulk) => !(isOver(bulk) && earlier?.has(bulk.id)));
}

/** The ids of all that a task of the account has still in hand. */
export function useBulkItems(accountId: string): ReadonlySet<string> {
  const list = useQuery(bulkQuery).data;
  return useMemo(() => {
    const going = (list ?? []).filter((bulk) => bulk.accountId === accountId && !isOver(bulk));
    return new Set(going.flatMap(({ items }) => items.map(({ itemId }) => itemId)));
  }, [list, accountId]);
}

/** What would be done. Worked out anew whenever it is looked at. */
export const bulkPlanQuery = (request: BulkRequest) =>
  queryOptions({
    queryKey: [...keys.bulkPlan, request],
    queryFn: () => call({ kind: "bulkPlan", request }),
    staleTime: 0,
    gcTime: 0,
  });
