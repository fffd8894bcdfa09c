import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { followScroller } from "@/kit/followScroller";
import { columnsShown, type GridRange, rowScale, rowsShown } from "./grid";

/** Pixels that are assumed before the grid was measured. */
const UNMEASURED = { width: 1200, height: 600 };

interface GridView {
  rows: GridRange;
  columns: GridRange;
  /** The place of row 0 in the scrolled element. */
  offset: number;
}

interface GridLayout {
  count: number;
  rowHeight: number;
  headHeight: number;
  /** The width of the row numbers, which stay in sight. */
  lead: number;
  starts: readonly number[];
}

const viewOf = (scroller: HTMLElement | null, layout: GridLayout): GridView => {
  const { count, rowHeight, headHeight, lead, starts } = layout;
  const height = Math.max(0, (scroller?.clientHeight || UNMEASURED.height) - headHeight);
  const width = (scroller?.clientWidth || UNMEASURED.width) - lead;
  const { factor } = rowScale(count, rowHeight, height);
  const scrolled = scroller?.scrollTop ?? 0;
  const top = scrolled * factor;
  return {
    rows: rowsShown(top, height, rowHeight, count),
    columns: columnsShown(starts, scroller?.scrollLeft ?? 0, width),
    offset: scrolled - top,
  };
};

/** Follows which rows and columns of a grid are in sight, and scrolls to others. */
export function useGridView(scroller: RefObject<HTMLElement | null>, layout: GridLayout) {
  const [view, setView] = useState(() => viewOf(scroller.current, layout));
  const measure = useCallback(() => {
    const next = viewOf(scroller.current, layout);
    setView((now) => (isSame(now, next) ? now : next));
  }, [scroller, layout]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return followScroller(element, measure);
  }, [scroller, measure]);

  /** Rows that fit into the grid. */
  const page = () => {
    const height = (scroller.current?.clientHeight || UNMEASURED.height) - layout.headHeight;
    return Math.max(1, Math.floor(height / layout.rowHeight) - 1);
  };

  const show = (row: number, column: number) => {
    const element = scroller.current;
    if (!element) return;
    const { count, rowHeight, headHeight, lead, starts } = layout;
    const height = element.clientHeight - headHeight;
    const { factor } = rowScale(count, rowHeight, height);
    const top = row * rowHeight;
    const shown = element.scrollTop * factor;
    if (top < shown) element.scrollTop = top / factor;
    else if (top + rowHeight > shown + height) {
      element.scrollTop = Math.ceil((top + rowHeight - height) / factor);
    }
    const [start = 0, end = 0] = starts.slice(column, column + 2);
    const width = element.clientWidth - lead;
    if (start < element.scrollLeft) element.scrollLeft = start;
    else if (end > element.scrollLeft + width) element.scrollLeft = Math.min(start, end - width);
    measure();
  };
  return { view, page, show };
}

function isSame(one: GridView, other: GridView): boolean {
  return (
    one.offset === other.offset &&
    one.rows.first === other.rows.first &&
    one.rows.end === other.rows.end &&
    one.columns.first === other.columns.first &&
    one.columns.end === other.columns.end
  );
}
