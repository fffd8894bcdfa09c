import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** Regions that are open for new projects. */
export const regionsQuery = (accountId: string, organizationId: string | null) =>
  queryOptions({
    queryKey: [...keys.regions(accountId), organizationId],
    queryFn: () => call.regionList(accountId, organizationId),
  });
