import { queryOptions, skipToken } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** Where the claim link of one row leads. */
export const claimTargetQuery = (id: string) =>
  queryOptions({
    queryKey: keys.temporaryClaimTarget(id),
    queryFn: () => call({ kind: "temporaryClaimTarget", id }),
  });

/** The env file that is still offered for a row; none once it was written or refused. */
export const envOfferQuery = (id: string) =>
  queryOptions<string | null>({ queryKey: keys.temporaryEnvOffer(id), queryFn: skipToken });

/** The claim links in an env file, without the links themselves. Never kept: a file changes without an event. */
export const scanQuery = (path: string) =>
  queryOptions({
    queryKey: ["importScan", path],
    queryFn: () => call({ kind: "temporaryImportScan", path }),
    enabled: path !== "",
    staleTime: 0,
    gcTime: 0,
  });
