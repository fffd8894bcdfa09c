import type { ReactNode } from "react";
import type { Tree } from "./tree";

export interface Column<Row> {
  id: string;
  header: string;
  /** A grid track: "minmax(160px, 1fr)", "132px". */
  width: string;
  align?: "end";
  /** Left out in a window narrower than 1000 px, and in a table that has less than 700 px. */
  wideOnly?: boolean;
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

/** The grid's tracks: tick, columns, menu. */
export function tracks(columns: ReadonlyArray<{ width: string }>, ticks: boolean, menu: boolean): string {
  return [
    ...(ticks ? ["24px"] : []),
    ...columns.map((column) => column.width),
    ...(menu ? ["28px"] : []),
  ].join(" ");
}

export function nextSort(sort: Sort | undefined, column: string): Sort {
  const again = sort?.column === column && sort.direction === "ascending";
  return { column, direction: again ? "descending" : "ascending" };
}
