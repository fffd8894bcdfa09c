import { useMemo, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/**
 * Which rows are ticked. What left the list is ticked no more; what the filter hides stays so, and is counted. `keyOf` must
 * stay the same function.
 */
export function useTicked<Row>(
  rows: readonly Row[],
  shown: readonly Row[],
  keyOf: (row: Row) => string,
): Ticked<Row> {
  const [all, setAll] = useState(NONE);
  return useMemo(() => {
    const isTicked = (row: Row) => all.has(keyOf(row));
    const seen = all.size === 0 ? [] : shown.filter(isTicked);
    const ids = new Set(seen.map(keyOf));
    const hidden = all.size === 0 ? [] : rows.filter((row) => isTicked(row) && !ids.has(keyOf(row)));
    return {
      rows: [...seen, ...hidden],
      hidden: hidden.length,
      ids,
      tick: (next) => setAll(new Set([...next, ...hidden.map(keyOf)])),
      clear: () => setAll(NONE),
    };
  }, [all, rows, shown, keyOf]);
}

export interface Ticked<Row> {
  /** All ticked rows in the order of the table, after them those that the filter hides. */
  rows: readonly Row[];
  /** How many of them the filter hides. */
  hidden: number;
  /** The ticks of the rows in the table. */
  ids: ReadonlySet<string>;
  /** The table says which of its rows are ticked; what the filter hides keeps its tick. */
  tick(next: ReadonlySet<string>): void;
  clear(): void;
}
