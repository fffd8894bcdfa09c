import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type AuthAt, authIntegrationsQuery, branchesQuery } from "@/data/queries";
import type { AuthIntegrationView } from "@/ipc/generated";
import type { AuthPage, AuthSubject, OnIntegration } from "./subjects";
import { words } from "./words";

/** Where the tab is, for its parts. */
export type Where = Omit<AuthSubject, "integration">;

/** The pages with what the platform does to one branch of a project alone. */
const ASKING: readonly AuthPage[] = ["overview", "ownership"];

/** What a page is about: the same object as long as it says the same, as it is published and rows are drawn by it. */
export function useAuthSubject(
  where: Where,
  integration: AuthIntegrationView,
  page: AuthPage,
): OnIntegration {
  const { accountId, projectId, projectName, locked, branchId } = where;
  const elsewhere = useElsewhere(where, ASKING.includes(page));
  return useMemo(
    () => ({ accountId, projectId, projectName, locked, integration, branchId, elsewhere }),
    [accountId, projectId, projectName, locked, integration, branchId, elsewhere],
  );
}

/**
 * Why what the platform does to the first integration of a project alone is not done here, where that is another branch's. The
 * project's list is asked for only if `asks`, and only where another branch could be the first in it.
 */
export function useElsewhere({ accountId, projectId, branchId }: AuthAt, asks: boolean): string | undefined {
  const { data: branches } = useQuery({ ...branchesQuery(accountId, projectId), enabled: false });
  const { data: list } = useQuery({
    ...authIntegrationsQuery({ accountId, projectId }),
    enabled: asks && branchId != null && branches?.length !== 1,
  });
  const first = list?.[0]?.branchId;
  if (branchId == null || first == null || first === branchId) return undefined;
  return words.elsewhere(branches?.find(({ id }) => id === first)?.name ?? first);
}
