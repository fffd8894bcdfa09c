import { workKeys } from "@/data/keys";
import { workQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { WorkView } from "@/ipc/generated";

/** Starts an SQL file against a database; it goes on behind the window and ends as an event. */
export const seedingOf = (id: string): Work<WorkView, string> => ({
  key: workKeys.seed(id),
  run: (path) => call.seedStart(id, path),
  settle: (_work, _path, client) => {
    void client.invalidateQueries({ queryKey: workQuery.queryKey });
    // The file was read anew to be run, and may have changed since it was last shown.
    void client.invalidateQueries({ queryKey: ["seedPlan"] });
  },
});

/** Stops something that runs. */
export const cancellingOf = (id: string): Work<null, void> => ({
  key: workKeys.cancel(id),
  run: () => call.workCancel(id),
});
