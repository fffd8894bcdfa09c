import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useSame } from "@/kit/useSame";
import type { ColumnChoice } from "./ColumnsMenu";
import type { Column, TableProps, WordsWidth } from "./columns";
import { type KeptLayout, useKeptLayout } from "./keptLayout";
import { type Around, columnsWithin, tracks, type WordsWidths } from "./layout";

/** From so many columns on one may want fewer. */
const MANY = 4;

/** The columns that are chosen and have room, the grid's tracks for them, and what can be changed about them. */
export function useColumns<Row>(scroller: RefObject<HTMLElement | null>, props: TableProps<Row>) {
  const { columns, rows, ticked, rowMenu } = props;
  const kept = useKeptLayout(props.layout);
  const { widths, chosen } = kept.layout;
  const room = useRoom(scroller);
  const words = useWordsWidths(columns, rows);
  const choosable = columns.length >= MANY;
  const [ticks, end] = [ticked !== undefined, rowMenu !== undefined || choosable];
  const wanted = useMemo(
    () => columns.filter((column, index) => isChosen(column, index, chosen)),
    [columns, chosen],
  );
  const [fitting, template] = useMemo(() => {
    // What there is no room for would be drawn for nothing: each row, and then again.
    if (room === undefined) return [[], undefined];
    const around: Around = { ticks, end, widths };
    const within = columnsWithin(wanted, room, words, around);
    return [within, tracks(within, room, words, around)];
  }, [wanted, room, words, ticks, end, widths]);
  // While an edge is dragged the columns stay the same, and the rows need not be drawn anew.
  const shown = useSame(fitting);
  const choices = useMemo(
    () => (choosable ? choicesOf(columns, wanted, shown) : undefined),
    [choosable, columns, wanted, shown],
  );
  const { resize, choose, reset } = kept;
  return { shown, template, end, widths, choices, resize, choose, reset };
}

/** The first column is always there, and so is what never goes. */
function isChosen<Row>(
  { id, stays, optional }: Column<Row>,
  index: number,
  chosen: KeptLayout["chosen"],
): boolean {
  return index === 0 || stays === true || (chosen[id] ?? !optional);
}

function choicesOf<Row>(
  columns: ReadonlyArray<Column<Row>>,
  wanted: ReadonlyArray<Column<Row>>,
  shown: ReadonlyArray<Column<Row>>,
): readonly ColumnChoice[] {
  return columns
    .filter(({ stays }, index) => index > 0 && !stays)
    .map((column) => ({
      id: column.id,
      header: column.header,
      chosen: wanted.includes(column),
      noRoom: wanted.includes(column) && !shown.includes(column),
    }));
}

const NOTHING: WordsWidth = { name: 0, whole: 0 };

/** So many rows are measured at a time: ten thousand in one go hold the window up. */
const AT_ONCE = 1_000;

function widened<Row>(
  before: WordsWidths,
  columns: ReadonlyArray<Column<Row>>,
  rows: readonly Row[],
  from: number,
): WordsWidths {
  const after: Record<string, WordsWidth> = {};
  let isWider = false;
  for (const { id, takes } of columns) {
    if (!takes) continue;
    let { name, whole } = before[id] ?? NOTHING;
    for (let at = from; at < Math.min(rows.length, from + AT_ONCE); at++) {
      const row = rows[at];
      if (row === undefined) continue;
      const taken = takes(row);
      if (taken.name > name) name = taken.name;
      if (taken.whole > whole) whole = taken.whole;
    }
    after[id] = { name, whole };
    isWider ||= name !== before[id]?.name || whole !== before[id]?.whole;
  }
  return isWider ? { ...before, ...after } : before;
}

/** They never shrink again: a filter that leaves the short names must not move the columns under the pointer. */
function useWordsWidths<Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): WordsWidths {
  const [widest, setWidest] = useState<WordsWidths>({});
  const now = useMemo(() => widened(widest, columns, rows, 0), [widest, columns, rows]);
  if (now !== widest) setWidest(now);
  useEffect(() => {
    let at = AT_ONCE;
    if (rows.length <= at) return;
    const next = () => {
      const from = at;
      setWidest((before) => widened(before, columns, rows, from));
      at += AT_ONCE;
      if (at < rows.length) timer = setTimeout(next);
    };
    let timer = setTimeout(next);
    return () => clearTimeout(timer);
  }, [columns, rows]);
  return now;
}

/** How wide the rows may be, in pixels; nothing until it was measured, which is before anything is painted. */
function useRoom(scroller: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const gutter = Number.parseFloat(getComputedStyle(element).getPropertyValue("--gutter")) || 0;
      const { clientWidth } = element;
      // What is not laid out, such as in a part that is hidden, has no end.
      setRoom((before = Number.POSITIVE_INFINITY) => (clientWidth > 0 ? clientWidth - 2 * gutter : before));
    };
    measure();
    // At once, or the rows would stand beyond the edge for one picture.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}
