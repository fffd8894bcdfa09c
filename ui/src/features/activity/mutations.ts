import { workKeys } from "@/data/keys";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { ActivityFilter } from "@/ipc/generated";

/** How many entries are where. */
export interface Exported {
  count: number;
  path: string;
}

/** Asks for a file and writes what fits the filter into it; nothing when the person changed their mind. */
export const exporting: Work<Exported | null, ActivityFilter> = {
  key: workKeys.activityExport,
  async run(filter) {
    const path = await call.activityPickFile();
    if (path === null) return null;
    return { count: await call.activityExport(filter, path), path };
  },
};
