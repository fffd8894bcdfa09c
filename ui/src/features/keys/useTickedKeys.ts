import { useMemo, useState } from "react";
import type { KeyRowView } from "@/ipc/generated";

const NONE: ReadonlySet<string> = new Set();

/** Which keys are ticked. What left the list is ticked no more; what the filter hides stays so, and is counted. */
export function useTickedKeys(rows: readonly KeyRowView[], shown: readonly KeyRowView[]) {
  const [all, setAll] = useState(NONE);
  return useMemo(() => {
    const isTicked = ({ key }: KeyRowView) => all.has(key.id);
    const ticked = all.size === 0 ? [] : rows.filter(isTicked);
    const ids = new Set(all.size === 0 ? [] : shown.filter(isTicked).map(({ key }) => key.id));
    const hidden = ticked.map(({ key }) => key.id).filter((id) => !ids.has(id));
    return {
      rows: ticked,
      hidden: hidden.length,
      /** The ticks of the rows in the table. */
      ids,
      /** The table says which of its rows are ticked; what the filter hides keeps its tick. */
      tick: (next: Iterable<string>) => setAll(new Set([...next, ...hidden])),
      only: (next: Iterable<string>) => setAll(new Set(next)),
      clear: () => setAll(NONE),
    };
  }, [all, rows, shown]);
}
