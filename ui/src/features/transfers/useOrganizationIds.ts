import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { organizationsQuery } from "@/data/queries";

/** The organizations of an account, where they are known. They are asked for only if `asks`, and only with a key that sees them. */
export function useOrganizationIds(accountId: string, asks: boolean): readonly string[] | undefined {
  const account = useAccount(accountId);
  const isPersonal = account !== undefined && (account.keyKind === null || account.keyKind === "personal");
  const { data } = useQuery({ ...organizationsQuery(accountId), enabled: asks && isPersonal });
  return useMemo(() => data?.map(({ id }) => id), [data]);
}
