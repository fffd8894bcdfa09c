import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { type Column, columnsWithin, type NameWidths, type TableProps, tracks } from "./columns";

/** The columns that have room, and the grid's tracks for them. */
export function useColumns<Row>(scroller: RefObject<HTMLElement | null>, props: TableProps<Row>) {
  const { columns, rows, ticked, rowMenu } = props;
  const room = useRoom(scroller);
  const names = useNameWidths(columns, rows);
  const [ticks, menu] = [ticked !== undefined, rowMenu !== undefined];
  return useMemo(() => {
    const around = { ticks, menu };
    const shown = columnsWithin(columns, room, names, around);
    return { shown, template: tracks(shown, names, around) };
  }, [columns, room, names, ticks, menu]);
}

/** They never shrink again: a filter that leaves the short names must not move the columns under the pointer. */
function useNameWidths<Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): NameWidths {
  const [widest, setWidest] = useState<NameWidths>({});
  const wider = useMemo(() => {
    const named = columns.flatMap(({ id, takes }) => (takes ? [{ id, takes }] : []));
    const widths = named.map(({ id, takes }) => {
      const longest = rows.reduce((most, row) => Math.max(most, takes(row)), 0);
      return [id, Math.max(longest, widest[id] ?? 0)] as const;
    });
    return widths.some(([id, width]) => width !== widest[id]) ? Object.fromEntries(widths) : widest;
  }, [columns, rows, widest]);
  if (wider !== widest) setWidest(wider);
  return wider;
}

/** How wide the rows may be, in pixels; without end until it was measured. */
function useRoom(scroller: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const gutter = Number.parseFloat(getComputedStyle(element).getPropertyValue("--gutter")) || 0;
      if (element.clientWidth > 0) setRoom(element.clientWidth - 2 * gutter);
    };
    measure();
    // At once, or the rows would stand beyond the edge for one picture.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}
