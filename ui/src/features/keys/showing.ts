import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountsQuery } from "@/data/queries";
import { perform } from "@/data/work";
import { choosing } from "@/features/accounts/mutations";

/** The account that a link names becomes the one that the window shows. */
export function useShowing(accountId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (accountId === undefined) return;
    const show = async () => {
      const accounts = await client.ensureQueryData(accountsQuery);
      const account = accounts.find(({ id }) => id === accountId);
      if (account && !account.isCurrent) await perform(client, choosing, accountId);
    };
    // The switcher's own line tells why an account could not be shown.
    show().catch(() => {});
  }, [client, accountId]);
}
