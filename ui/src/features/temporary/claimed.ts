import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "@/data/queries";
import type { ProjectView, TemporaryView } from "@/ipc/generated";

interface ClaimedProject {
  accountId: string;
  projectId: string;
}

/** The project that a database became, where it was claimed into an account that is connected here. */
export function claimedProjectOf(row: TemporaryView): ClaimedProject | undefined {
  const { state, accountId, projectId } = row;
  return state === "claimed" && accountId !== null && projectId !== null
    ? { accountId, projectId }
    : undefined;
}

/** The same as it is now; nothing until it is read. */
export function useClaimedProject(row: TemporaryView): ProjectView | undefined {
  const at = claimedProjectOf(row);
  const query = projectQuery(at?.accountId ?? "", at?.projectId ?? "");
  return useQuery({ ...query, enabled: at !== undefined }).data;
}
