import { useQuery } from "@tanstack/react-query";
import type { AccountView } from "@/ipc/generated";
import { accountsQuery } from "./queries";

/** The account that the window shows now; nothing until the accounts are read, and on a machine that has none. */
export function useCurrentAccount(): AccountView | undefined {
  const accounts = useQuery(accountsQuery);
  return accounts.data?.find((account) => account.isCurrent);
}

/** The account with this id. */
export function useAccount(id: string | undefined): AccountView | undefined {
  const accounts = useQuery(accountsQuery);
  return accounts.data?.find((account) => account.id === id);
}
