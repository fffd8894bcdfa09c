import { type RefObject, useLayoutEffect, useRef } from "react";
import type { TableProps } from "./columns";
import { arrangementOf, isSame } from "./heldRows";

interface Placed<Row> {
  rows: readonly Row[];
  arrangement: readonly unknown[];
  rowHeight: number;
}

/**
 * Keeps what is in sight where it is when rows above it come or go by a refresh. Another order or filter (`sort`,
 * `arrangement`) leaves the place to scroll to as it is.
 */
export function useScrollAnchor<Row>(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  table: TableProps<Row>,
): void {
  const { rows, rowKey } = table;
  const last = useRef<Placed<Row>>(undefined);
  const now = { rows, arrangement: arrangementOf(table), rowHeight };
  useLayoutEffect(() => {
    const before = last.current;
    last.current = now;
    const element = scroller.current;
    if (!before || !element || before.rows === now.rows || before.rowHeight !== now.rowHeight) return;
    if (!isSame(before.arrangement, now.arrangement)) return;
    element.scrollTop += rowsMoved(before.rows, now.rows, rowKey, element.scrollTop / rowHeight) * rowHeight;
  });
}

/** By how many places the first row from `top` on that is still there has moved; none while the list is at its top. */
function rowsMoved<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  top: number,
): number {
  if (top < 1) return 0;
  const first = Math.floor(top);
  const places = new Map(rows.map((row, index) => [rowKey(row), index]));
  for (const [offset, row] of before.slice(first).entries()) {
    const place = places.get(rowKey(row));
    if (place !== undefined) return place - first - offset;
  }
  return 0;
}
