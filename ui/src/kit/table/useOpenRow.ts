import { useRef } from "react";
import { rowsMayMove } from "./ownChanges";

interface OpenRow<Row> {
  row: Row | undefined;
  /** It left the list by a change that was not made in this window: `row` is as it was last. */
  gone: boolean;
}

/** The row that is open beside its list. One that leaves the list is closed by a change in this window, and else stays as gone. */
export function useOpenRow<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  openKey: string | undefined,
): OpenRow<Row> {
  const last = useRef<Row>(undefined);
  const found = openKey === undefined ? undefined : rows?.find((row) => rowKey(row) === openKey);
  if (found !== undefined) last.current = found;
  const isKnown = last.current !== undefined && rowKey(last.current) === openKey;
  if (!isKnown || (found === undefined && rows !== undefined && rowsMayMove())) last.current = found;
  const row = last.current;
  return { row, gone: row !== undefined && found === undefined && rows !== undefined };
}
