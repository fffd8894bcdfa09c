import { useEffect, useMemo, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/**
 * The ticked rows. A row that leaves the list loses its tick, also when it comes back; a row that the filter hides keeps its
 * tick, and is counted. `rows` are all in the order of the list, and `keyOf` must stay the same function.
 */
export function useTicked<Row>(
  rows: readonly Row[],
  shown: readonly Row[],
  keyOf: (row: Row) => string,
): Ticked<Row> {
  const [all, setAll] = useState(NONE);
  useEffect(() => {
    const listed = new Set(rows.map(keyOf));
    setAll((before) => {
      const left = [...before].filter((key) => listed.has(key));
      return left.length === before.size ? before : new Set(left);
    });
  }, [rows, keyOf]);
  return useMemo(() => {
    const isTicked = (row: Row) => all.has(keyOf(row));
    const ticked = all.size === 0 ? [] : rows.filter(isTicked);
    const ids = new Set(all.size === 0 ? [] : shown.filter(isTicked).map(keyOf));
    const hidden = ticked.map(keyOf).filter((key) => !ids.has(key));
    return {
      rows: ticked,
      hidden: hidden.length,
      ids,
      tick: (next) => setAll(new Set([...next, ...hidden])),
      only: (next) => setAll(new Set(next)),
      clear: () => setAll(NONE),
    };
  }, [all, rows, shown, keyOf]);
}

export interface Ticked<Row> {
  /** All ticked rows, also those that the filter hides, in the order of the list. */
  rows: readonly Row[];
  /** How many of them the filter hides. */
  hidden: number;
  /** The ticks of the rows in the table. */
  ids: ReadonlySet<string>;
  /** The table says which of its rows are ticked; what the filter hides keeps its tick. */
  tick(next: ReadonlySet<string>): void;
  /** These and nothing else, also of what the filter hides. */
  only(next: Iterable<string>): void;
  clear(): void;
}
