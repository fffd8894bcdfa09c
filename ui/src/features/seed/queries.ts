import { queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";

/** What an SQL file would do. Read anew each time it is shown: a file changes without a fact. */
export const seedPlanQuery = (path: string) =>
  queryOptions({
    queryKey: ["seedPlan", path],
    queryFn: () => call.seedInspect(path),
    enabled: path !== "",
    staleTime: 0,
    gcTime: 0,
  });
