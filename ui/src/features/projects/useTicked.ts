import { useMemo, useState } from "react";
import type { ProjectRow } from "./rows";

const NONE: ReadonlySet<string> = new Set();

/** Which rows are ticked. What left the list is ticked no more; what the filter hides stays so, and is counted. */
export function useTicked(rows: readonly ProjectRow[], shown: readonly ProjectRow[]) {
  const [all, setAll] = useState(NONE);
  return useMemo(() => {
    const ticked = all.size === 0 ? [] : rows.filter(({ project }) => all.has(project.id));
    const inSight = all.size === 0 ? [] : shown.filter(({ project }) => all.has(project.id));
    const ids = new Set(inSight.map(({ project }) => project.id));
    const hidden = ticked.filter(({ project }) => !ids.has(project.id));
    return {
      rows: ticked,
      hidden: hidden.length,
      /** The ticks of the rows in the table. */
      ids,
      /** The table says which of its rows are ticked; what the filter hides keeps its tick. */
      tick: (next: ReadonlySet<string>) =>
        setAll(new Set([...next, ...hidden.map(({ project }) => project.id)])),
      clear: () => setAll(NONE),
    };
  }, [all, rows, shown]);
}

export type Ticked = ReturnType<typeof useTicked>;
