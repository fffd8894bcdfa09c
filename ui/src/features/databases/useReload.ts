import { useQueryClient } from "@tanstack/react-query";
import { databasesQuery, rolesQuery } from "@/data/queries";
import type { OnBranch } from "./subjects";

/** The lists of a branch, to be read again after something was found not to be as they say. */
export function useReload({ accountId, projectId, branchId }: OnBranch) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: databasesQuery(accountId, projectId, branchId).queryKey });
    void client.invalidateQueries({ queryKey: rolesQuery(accountId, projectId, branchId).queryKey });
  };
}
