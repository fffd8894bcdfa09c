import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import {
  type Column,
  columnsWithin,
  type TableProps,
  tracks,
  type WordsWidth,
  type WordsWidths,
} from "./columns";

/** The columns that have room, and the grid's tracks for them. */
export function useColumns<Row>(scroller: RefObject<HTMLElement | null>, props: TableProps<Row>) {
  const { columns: all, rows, ticked, rowMenu } = props;
  const columns = useMemo(() => all.filter(({ optional }) => !optional), [all]);
  const room = useRoom(scroller);
  const words = useWordsWidths(columns, rows);
  const [ticks, menu] = [ticked !== undefined, rowMenu !== undefined];
  return useMemo(() => {
    const around = { ticks, menu };
    const shown = columnsWithin(columns, room, words, around);
    return { shown, template: tracks(shown, room, words, around) };
  }, [columns, room, words, ticks, menu]);
}

const NOTHING: WordsWidth = { name: 0, whole: 0 };

const wider = (one: WordsWidth, other: WordsWidth): WordsWidth => ({
  name: Math.max(one.name, other.name),
  whole: Math.max(one.whole, other.whole),
});

/** They never shrink again: a filter that leaves the short names must not move the columns under the pointer. */
function useWordsWidths<Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): WordsWidths {
  const [widest, setWidest] = useState<WordsWidths>({});
  const now = useMemo(() => {
    const widths: Record<string, WordsWidth> = {};
    for (const { id, takes } of columns) {
      if (takes) widths[id] = rows.map(takes).reduce(wider, widest[id] ?? NOTHING);
    }
    const isSame = Object.entries(widths).every(([id, { name, whole }]) => {
      const before = widest[id];
      return before?.name === name && before.whole === whole;
    });
    return isSame ? widest : widths;
  }, [columns, rows, widest]);
  if (now !== widest) setWidest(now);
  return now;
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
