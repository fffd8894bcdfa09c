import { useMemo } from "react";
import type { AuthIntegrationView } from "@/ipc/generated";
import type { AuthSubject, OnIntegration } from "./places";

/** Where the tab is, as its parts are told. */
export type Where = Omit<AuthSubject, "integration">;

/** The same object as long as it says the same: it is published, and rows are drawn by it. */
export function useAuthSubject(where: Where, integration: AuthIntegrationView): OnIntegration {
  const { accountId, projectId, projectName, locked } = where;
  return useMemo(
    () => ({ accountId, projectId, projectName, locked, integration }),
    [accountId, projectId, projectName, locked, integration],
  );
}
