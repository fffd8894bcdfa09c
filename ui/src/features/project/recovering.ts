import { projectQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { recoveringOf } from "@/features/projects/mutations";
import type { ProjectView } from "@/ipc/generated";

/** Brings the project back that is shown as gone, and is done when it is shown as it is: until then nobody asks twice. */
export const recoveringHere = (accountId: string, projectId: string): Work<ProjectView, void> => {
  const recovering = recoveringOf({ accountId, projectId });
  const { queryKey } = projectQuery(accountId, projectId);
  return {
    ...recovering,
    async run(nothing, client) {
      const record = client.getQueryState(queryKey);
      if (record?.status === "success" && record.data && !record.data.deletedAt) return record.data;
      const project = await recovering.run(nothing, client);
      // What the reply says of it may leave things out; the record says all.
      await client.resetQueries({ queryKey });
      return project;
    },
  };
};
