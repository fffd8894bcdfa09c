import { operationSpec } from "@/data/mutation";
import { jobsQuery } from "@/data/queries";

/** Starts an SQL file against a database; it goes on behind the window and ends as an event. */
export const seedingOf = (id: string) =>
  operationSpec({ kind: "seedStart", id }, (path: string) => ({ path }), {
    onSuccess: (_work, _path, client) => {
      void client.invalidateQueries({ queryKey: jobsQuery.queryKey });
      // The file was read anew to be run, and may have changed since it was last shown.
      void client.invalidateQueries({ queryKey: ["seedPlan"] });
    },
  });
