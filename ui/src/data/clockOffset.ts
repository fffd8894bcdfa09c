import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAccount } from "./account";
import { accountsQuery, sandboxQuery } from "./queries";

/**
 * How far the clock behind an account is ahead of this machine's, in milliseconds: not at all, but for an account whose
 * address is that of a clock that was moved here.
 */
export function useClockOffset(accountId: string | undefined): number {
  const account = useAccount(accountId);
  const running = useQuery(sandboxQuery).data?.running;
  return running && account?.baseUrl === running.baseUrl ? running.clockOffsetMs : 0;
}

/** The same for whichever account is asked for. */
export function useClockOffsets(): (accountId: string) => number {
  const accounts = useQuery(accountsQuery).data;
  const running = useQuery(sandboxQuery).data?.running;
  return useCallback(
    (id) => {
      const address = accounts?.find((account) => account.id === id)?.baseUrl;
      return running && address === running.baseUrl ? running.clockOffsetMs : 0;
    },
    [accounts, running],
  );
}

/** The same outside of what is drawn, as far as it is known by now. */
export function clockOffsetOf(client: QueryClient, accountId: string): number {
  const account = client.getQueryData(accountsQuery.queryKey)?.find(({ id }) => id === accountId);
  const running = client.getQueryData(sandboxQuery.queryKey)?.running;
  return running && account?.baseUrl === running.baseUrl ? running.clockOffsetMs : 0;
}
