import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { perform } from "@/data/mutation";
import { accountsQuery } from "@/data/queries";
import { choosing } from "./mutations";

/** The account that a route names, which becomes the one that the window shows; the current one where it names none. */
export function useAccountOfRoute(wanted: string | undefined) {
  useChoosing(wanted);
  const accounts = useQuery(accountsQuery);
  const current = accounts.data?.find(({ isCurrent }) => isCurrent);
  const account = accounts.data?.find(({ id }) => id === wanted) ?? current;
  return { accounts, account };
}

function useChoosing(accountId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (accountId === undefined) return;
    const choose = async () => {
      const accounts = await client.ensureQueryData(accountsQuery);
      const account = accounts.find(({ id }) => id === accountId);
      if (account && !account.isCurrent) await perform(client, choosing, accountId);
    };
    // The switcher's own line says why an account could not be shown.
    choose().catch(() => {});
  }, [client, accountId]);
}
