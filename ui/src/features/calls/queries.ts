import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { Call } from "@/ipc/generated";

/**
 * A call as text. Nothing is sent for it. What was typed into a form changes it with every key, so it is worked out
 * anew whenever it is shown and kept no longer.
 */
export const callTextQuery = (accountId: string, request: Call) =>
  queryOptions({
    queryKey: [...keys.callText(accountId), request],
    queryFn: () => call.callText(accountId, request),
    staleTime: 0,
    gcTime: 0,
  });
