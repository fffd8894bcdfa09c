import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { accountsQuery, sandboxQuery } from "./queries";

/**
 * How far the clock behind an account is ahead of this machine's, in milliseconds: not at all, but for an account whose
 * address is that of a clock that was moved here.
 */
export function useClockOffset(accountId: string | undefined): number {
  return useClockOffsets()(accountId);
}

/** The same for any account. */
export function useClockOffsets(): (accountId: string | undefined) => number {
  const accounts = useQuery(accountsQuery).data;
  const running = useQuery(sandboxQuery).data?.running;
  const [baseUrl, offset] = [running?.baseUrl, running?.clockOffsetMs ?? 0];
  return useCallback(
    (accountId) => {
      const account = accounts?.find(({ id }) => id === accountId);
      return baseUrl !== undefined && account?.baseUrl === baseUrl ? offset : 0;
    },
    [accounts, baseUrl, offset],
  );
}

/** The same outside of what is drawn, as far as it is known by now. */
export function clockOffsetOf(client: QueryClient, accountId: string): number {
  const account = client.getQueryData(accountsQuery.queryKey)?.find(({ id }) => id === accountId);
  const running = client.getQueryData(sandboxQuery.queryKey)?.running;
  return running && account?.baseUrl === running.baseUrl ? running.clockOffsetMs : 0;
}
