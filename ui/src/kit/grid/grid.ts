/** A value in a grid. */
export interface GridCell {
  text: string;
  /** The size of the whole value in bytes, where `text` is only its beginning. */
  wholeBytes?: number;
}

/** A value; null is a value of its own, and `undefined` was not read yet. */
export type GridValue = GridCell | null | undefined;

export interface GridColumn {
  name: string;
  /** A second line in the header, such as the type. */
  detail?: string;
  align?: "start" | "end";
}

/** A place in a grid, counted from 0. */
export interface GridPlace {
  row: number;
  column: number;
}

/** The first of a range, and the one after its last. */
export interface GridRange {
  first: number;
  end: number;
}

/** Rows that stand in the page beyond those in sight, on either side. */
const BEYOND = 4;
/** The height up to which engines lay out one element exactly. */
const HIGHEST = 8_000_000;

/** The places of rows in a scroller that may be lower than all rows together. */
export interface RowScale {
  /** The height of the scrolled element in pixels. */
  height: number;
  /** Pixels of rows for a pixel of scrolling. */
  factor: number;
}

/** Returns the scale for so many rows in a scroller that shows `view` pixels of them. */
export function rowScale(count: number, rowHeight: number, view: number): RowScale {
  const whole = count * rowHeight;
  const height = Math.min(whole, HIGHEST);
  return { height, factor: height > view && whole > height ? (whole - view) / (height - view) : 1 };
}

/** Returns the rows in sight and a few beyond. `top` is in pixels of rows. */
export function rowsShown(top: number, view: number, rowHeight: number, count: number): GridRange {
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  return {
    first: Math.min(first, count),
    end: Math.min(count, Math.ceil((top + view) / rowHeight) + BEYOND),
  };
}

/** Returns where each column begins, with the end of the last one. */
export function columnStarts(widths: readonly number[]): readonly number[] {
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

/** Returns the columns in sight and one beyond on either side. */
export function columnsShown(starts: readonly number[], left: number, view: number): GridRange {
  const count = starts.length - 1;
  let first = 0;
  while (first < count && (starts[first + 1] ?? 0) <= left) first += 1;
  let end = first;
  while (end < count && (starts[end] ?? 0) < left + view) end += 1;
  return { first: Math.max(0, first - 1), end: Math.min(count, end + 1) };
}

const NARROWEST = 64;
const WIDEST = 380;
/** Room on both sides of a cell's text, with the line between columns. */
const PADDING = 21;
const LETTER = 7.3;

/** Returns the width of each column, so that its name and the first values fit. */
export function columnWidths(
  columns: readonly GridColumn[],
  rows: ReadonlyArray<readonly GridValue[]>,
): readonly number[] {
  return columns.map(({ name, detail = "" }, column) => {
    const lengths = rows.map((row) => lineLength(row[column]));
    const longest = Math.max(name.length, detail.length, ...lengths);
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, longest * LETTER + PADDING)));
  });
}

function lineLength(value: GridValue): number {
  return value ? Math.min(value.text.length, 80) + (value.wholeBytes === undefined ? 0 : 10) : 4;
}

/** Returns rows as text with tabs between the cells, as spreadsheets read it. Null is nothing. */
export function tsv(rows: ReadonlyArray<readonly GridValue[]>): string {
  return rows.map((row) => row.map((value) => quoted(value?.text ?? "")).join("\t")).join("\n");
}

const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns the place that a key leads to; nothing for a key that leads nowhere. `page`: rows in sight. */
export function placeAfter(
  key: string,
  { row, column }: GridPlace,
  size: { rows: number; columns: number; page: number },
  withControl: boolean,
): GridPlace | undefined {
  const lastRow = Math.max(0, size.rows - 1);
  const lastColumn = Math.max(0, size.columns - 1);
  const steps: Record<string, GridPlace> = {
    ArrowDown: { row: withControl ? lastRow : row + 1, column },
    ArrowUp: { row: withControl ? 0 : row - 1, column },
    ArrowRight: { row, column: withControl ? lastColumn : column + 1 },
    ArrowLeft: { row, column: withControl ? 0 : column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: row - size.page, column },
    Home: { row: withControl ? 0 : row, column: 0 },
    End: { row: withControl ? lastRow : row, column: lastColumn },
  };
  const next = steps[key];
  return (
    next && {
      row: Math.min(lastRow, Math.max(0, next.row)),
      column: Math.min(lastColumn, Math.max(0, next.column)),
    }
  );
}
