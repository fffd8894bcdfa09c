import { queryOptions, useQuery } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { BulkView, BulkWish } from "@/ipc/generated";

/** What is done to many at once, or was. */
export const bulkQuery = queryOptions({ queryKey: keys.bulk, queryFn: () => call.bulkList() });

export function useBulk(id: string): BulkView | undefined {
  return useQuery(bulkQuery).data?.find((each) => each.id === id);
}

/** What would be done. Worked out anew whenever it is looked at. */
export const bulkPlanQuery = (wish: BulkWish) =>
  queryOptions({
    queryKey: [...keys.bulkPlan, wish],
    queryFn: () => call.bulkPlan(wish),
    staleTime: 0,
    gcTime: 0,
  });
