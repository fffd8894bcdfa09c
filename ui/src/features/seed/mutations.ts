import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { jobsQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { JobView } from "@/ipc/generated";

/** Starts an SQL file against a database; it goes on behind the window and ends as an event. */
export const seedingOf = (id: string): MutationSpec<JobView, string> => ({
  key: mutationKeys.seed(id),
  run: (path) => call.seedStart(id, path),
  onSuccess: (_work, _path, client) => {
    void client.invalidateQueries({ queryKey: jobsQuery.queryKey });
    // The file was read anew to be run, and may have changed since it was last shown.
    void client.invalidateQueries({ queryKey: ["seedPlan"] });
  },
});
