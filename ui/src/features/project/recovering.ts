import { projectQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { recoveringOf } from "@/features/projects/mutations";
import type { ProjectView } from "@/ipc/generated";

/** Brings the project back that is shown as gone; when it is on its way back already, that is waited for instead. */
export const recoveringHere = (accountId: string, projectId: string): Work<ProjectView, void> => {
  const recovering = recoveringOf({ accountId, projectId });
  const record = projectQuery(accountId, projectId);
  return {
    ...recovering,
    async run(nothing, client) {
      const state = client.getQueryState(record.queryKey);
      const isRead =
        state?.fetchStatus === "fetching" || (state?.status === "success" && !state.isInvalidated);
      const now = isRead ? await client.ensureQueryData(record).catch(() => undefined) : undefined;
      return now && !now.deletedAt ? now : recovering.run(nothing, client);
    },
  };
};
