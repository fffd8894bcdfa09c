import { type RefObject, useCallback, useEffect, useState } from "react";
import { followScroller } from "@/kit/followScroller";

/** From how many rows on only those in sight are drawn. */
const VIRTUAL_FROM = 40;
/** Few: each is drawn anew with every key of a filter. */
const BEYOND = 2;
const UNMEASURED = 900;

interface RowRange {
  first: number;
  /** One past the last. */
  end: number;
}

/** The rows in sight and a few beyond. */
export function rowsInSight(top: number, height: number, rowHeight: number, count: number): RowRange {
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const end = Math.min(count, Math.ceil((top + (height || UNMEASURED)) / rowHeight) + BEYOND);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}

const rangeOf = (scroller: HTMLElement | null, rowHeight: number, count: number) =>
  rowsInSight(scroller?.scrollTop ?? 0, scroller?.clientHeight ?? 0, rowHeight, count);

/** Which rows to draw for where the scroller stands; all of them when they are few. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  virtualFrom = VIRTUAL_FROM,
): RowRange {
  const virtual = count > virtualFrom;
  // Its rows come when the scroller is there and was measured: the first that are drawn are the right ones.
  const [range, setRange] = useState(() => rangeOf(scroller.current, rowHeight, count));

  const measure = useCallback(() => {
    if (!scroller.current) return;
    const next = rangeOf(scroller.current, rowHeight, count);
    setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
  }, [scroller, rowHeight, count]);

  useEffect(() => {
    const element = scroller.current;
    if (!virtual || !element) return;
    return followScroller(element, measure);
  }, [scroller, virtual, measure]);

  return virtual ? { first: range.first, end: Math.min(range.end, count) } : { first: 0, end: count };
}
