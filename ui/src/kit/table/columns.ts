import type { ReactNode } from "react";
import type { Tree } from "./tree";

export interface Column<Row> {
  id: string;
  header: string;
  /** A grid track: "minmax(160px, 1fr)", "132px". */
  width: string;
  align?: "end";
  /** How wide the words in this row are, by `wordsWidth`. The column is never narrower than its longest name. */
  takes?(row: Row): WordsWidth;
  /** Among the first to be left out of a table that has no room for all, also for the small line under a name. */
  wideOnly?: boolean;
  /** Never left out. */
  stays?: boolean;
  /** Not shown until it is chosen in the menu of columns. */
  optional?: boolean;
  /** The header is a button that sorts. */
  sortable?: boolean;
  cell(row: Row): ReactNode;
}

export interface Sort {
  column: string;
  direction: "ascending" | "descending";
}

export interface TableProps<Row> {
  /** What the rows are, for screen readers: "Temporary databases". */
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** 52 px for two lines a row instead of 36. */
  tall?: boolean;
  /** The row whose detail is open. */
  selected?: string | undefined;
  /** Brings the row that is selected at first into sight, for a table that was opened because of it. */
  startsAtSelected?: boolean;
  /** The row that stands for one that went, by its key: the keys go there and not to the row that has moved up. */
  successorOf?(key: string): string | undefined;
  /** The keys or a click moved to this row. */
  onSelect?(row: Row): void;
  /** Enter or a double click on this row. */
  onOpen?(row: Row): void;
  /** Rows that are ticked; with it each row has a checkbox and Space ticks. */
  ticked?: ReadonlySet<string>;
  onTick?(ticked: ReadonlySet<string>): void;
  sort?: Sort;
  onSort?(sort: Sort): void;
  /** The `…` button at the row's end; shown on the row that is pointed at or focused. */
  rowMenu?(row: Row): ReactNode;
  /** The items of the right-click menu. */
  contextMenu?(row: Row): ReactNode;
  /** How many rows there are in all, when not all are loaded. */
  total?: number | "unknown" | undefined;
  /** From how many rows on only those in sight are drawn; 200. Fewer where rows come and go with every key. */
  virtualFrom?: number;
  /** Makes it a tree: arrows to the side open, close and lead to the row above. */
  tree?: Tree<Row>;
  /** Below the last row: "loaded 400 so far". */
  footer?: ReactNode;
}

export const ROW_HEIGHT = 36;
export const TALL_ROW_HEIGHT = 52;

const GAP = 12;
const TICK = 24;
const MENU = 28;
const LONGEST_NAME = 40;
const SIGN_OF_NAME = 7.4;
const SIGN_OF_LINE = 5.8;

/** In pixels. */
export interface WordsWidth {
  name: number;
  /** With the small line under it. */
  whole: number;
}

/** How wide a bold name and the small line under it are, each up to 40 characters, with what stands before them. */
export function wordsWidth(name: string, line = "", before = 0): WordsWidth {
  const width = (text: string, sign: number) =>
    Math.ceil(Math.min([...text].length, LONGEST_NAME) * sign) + before;
  const ofName = width(name, SIGN_OF_NAME);
  return { name: ofName, whole: Math.max(ofName, width(line, SIGN_OF_LINE)) };
}

interface Around {
  /** Each row begins with a box to tick. */
  ticks: boolean;
  /** Each row ends with a menu. */
  menu: boolean;
}

/** The widest words of a column, by the column's id. */
export type WordsWidths = Readonly<Record<string, WordsWidth>>;

/**
 * The columns that have room beside words of these widths. Those that matter least go first, the first one never: the ones
 * for wide tables until names and small lines are whole, the others only for a name.
 */
export function columnsWithin<Row>(
  columns: ReadonlyArray<Column<Row>>,
  room: number,
  words: WordsWidths,
  { ticks, menu }: Around,
): ReadonlyArray<Column<Row>> {
  const fits = (shown: typeof columns, part: keyof WordsWidth) =>
    widthOf(shown, words, part, { ticks, menu }) <= room;
  let shown = columns;
  const leaveOut = (goes: (column: Column<Row>) => boolean, part: keyof WordsWidth) => {
    while (!fits(shown, part)) {
      const least = shown.slice(1).findLast(goes);
      if (!least) return;
      shown = shown.filter((each) => each !== least);
    }
  };
  leaveOut(({ wideOnly }) => wideOnly === true, "whole");
  leaveOut(({ stays }) => !stays, "name");
  return shown;
}

/** The pixels that the columns take at least, with what stands around them. */
function widthOf(
  columns: ReadonlyArray<{ id: string; width: string }>,
  words: WordsWidths,
  part: keyof WordsWidth,
  { ticks, menu }: Around,
): number {
  const around = (ticks ? TICK + GAP : 0) + (menu ? GAP + MENU : 0);
  const widths = columns.map(({ id, width }) => Math.max(leastWidth(width), words[id]?.[part] ?? 0));
  return widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1) + around);
}

/** The pixels that a track never goes below: 96 of "minmax(96px, 112px)". */
function leastWidth(width: string): number {
  return Number(/(\d+)px/.exec(width)?.[1] ?? 0);
}

/** The grid's tracks: tick, columns, menu. Small lines are whole where there is room for them. */
export function tracks(
  columns: ReadonlyArray<{ id: string; width: string }>,
  room: number,
  words: WordsWidths,
  around: Around,
): string {
  const { ticks, menu } = around;
  const part = widthOf(columns, words, "whole", around) <= room ? "whole" : "name";
  return [
    ...(ticks ? [`${TICK}px`] : []),
    ...columns.map(({ id, width }) => widened(width, words[id]?.[part] ?? 0)),
    ...(menu ? [`${MENU}px`] : []),
  ].join(" ");
}

/** The track with no less than this width. */
function widened(width: string, least: number): string {
  if (least <= leastWidth(width)) return width;
  const share = /[\d.]+fr/.exec(width)?.[0] ?? "1fr";
  return `minmax(${least}px, ${share})`;
}

export function nextSort(sort: Sort | undefined, column: string): Sort {
  const again = sort?.column === column && sort.direction === "ascending";
  return { column, direction: again ? "descending" : "ascending" };
}
