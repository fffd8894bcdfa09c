import type { ReactNode } from "react";
import { emsOf } from "./textWidth";
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
  /** Left out after all others, such as the state: what a person looks at the list for. */
  matters?: boolean;
  /** Never left out, and always chosen. */
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
  /** The name that the widths and the choice of its columns are kept under on this machine. */
  layout: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** Two lines a row: 52 px instead of 36, 42 instead of 28 where rows are compact. */
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
  /** Says what is ticked and what can be done with it; stands where the names of the columns are. */
  selection?: ReactNode;
  sort?: Sort;
  /** The filter and the other choices that decide which rows are shown, besides the order. A change of them moves rows at once. */
  arrangement?: readonly unknown[];
  onSort?(sort: Sort): void;
  /** The `…` button at the row's end; shown on the row that is pointed at or has the focus. */
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

/** Of a name and of the small line under it, in pixels. */
const NAME_SIZE = 13;
const LINE_SIZE = 12;

/** For rounding, and for a letter that another typeface draws. */
const SLACK = 3;

/** In pixels. */
export interface WordsWidth {
  name: number;
  /** With the small line under it. */
  whole: number;
}

/** How wide a bold name and the small line under it are, each up to 40 characters, with what stands before them. */
export function wordsWidth(name: string, line = "", before = 0): WordsWidth {
  const width = (text: string, size: number) => Math.ceil(emsOf(text) * size) + SLACK + before;
  const ofName = width(name, NAME_SIZE);
  return { name: ofName, whole: Math.max(ofName, width(line, LINE_SIZE)) };
}

export function nextSort(sort: Sort | undefined, column: string): Sort {
  const again = sort?.column === column && sort.direction === "ascending";
  return { column, direction: again ? "descending" : "ascending" };
}
