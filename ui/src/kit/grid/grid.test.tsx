import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Grid } from "./Grid";
import {
  columnStarts,
  columnsShown,
  columnWidths,
  type GridRange,
  type GridValue,
  placeAfter,
  rowScale,
  rowsShown,
  tsv,
} from "./grid";

const SIZE = { rows: 100, columns: 5, page: 20 };

test.each([
  ["ArrowDown", { row: 4, column: 2 }],
  ["ArrowUp", { row: 2, column: 2 }],
  ["ArrowRight", { row: 3, column: 3 }],
  ["ArrowLeft", { row: 3, column: 1 }],
  ["PageDown", { row: 23, column: 2 }],
  ["PageUp", { row: 0, column: 2 }],
  ["Home", { row: 3, column: 0 }],
  ["End", { row: 3, column: 4 }],
])("%s leads to %j", (key, place) => {
  expect(placeAfter(key, { row: 3, column: 2 }, SIZE, false)).toEqual(place);
});

test("Ctrl leads to the ends, and another key leads nowhere", () => {
  const from = { row: 3, column: 2 };
  expect(placeAfter("End", from, SIZE, true)).toEqual({ row: 99, column: 4 });
  expect(placeAfter("Home", from, SIZE, true)).toEqual({ row: 0, column: 0 });
  expect(placeAfter("ArrowDown", from, SIZE, true)).toEqual({ row: 99, column: 2 });
  expect(placeAfter("x", from, SIZE, false)).toBeUndefined();
});

test("only columns in sight and one beyond are shown", () => {
  const starts = columnStarts(Array.from({ length: 1600 }, () => 100));
  expect(columnsShown(starts, 0, 500)).toEqual({ first: 0, end: 6 });
  expect(columnsShown(starts, 1050, 500)).toEqual({ first: 9, end: 17 });
});

test("a billion rows fit into a scroller and its end is the last row", () => {
  const view = 600;
  const { height, factor } = rowScale(1_000_000_000, 26, view);
  expect(height).toBe(8_000_000);
  const { end } = rowsShown((height - view) * factor, view, 26, 1_000_000_000);
  expect(end).toBe(1_000_000_000);
});

test("a column is as wide as its name and its first values", () => {
  const [narrow = 0, wide = 0] = columnWidths(
    [{ name: "id" }, { name: "address" }],
    [[{ text: "1" }, { text: "a".repeat(40) }]],
  );
  expect(wide).toBeGreaterThan(narrow * 3);
});

test("rows are copied with tabs, and what would break a row is quoted", () => {
  expect(tsv([[{ text: "1" }, null, { text: 'a\t"b"' }], [{ text: "" }]])).toBe('1\t\t"a\t""b"""\n');
});

const VALUES: GridValue[][] = [
  [{ text: "1" }, null],
  [{ text: "2" }, { text: "" }],
  [{ text: "3" }, { text: "long", wholeBytes: 5_000_000 }],
];

function openGrid() {
  const onOpen = vi.fn();
  const user = userEvent.setup();
  render(
    <Grid
      label="Rows"
      columns={[{ name: "id", detail: "integer", align: "end" }, { name: "note" }]}
      count={VALUES.length}
      valueAt={(row, column) => VALUES[row]?.[column]}
      version={0}
      sample={VALUES}
      onShown={() => {}}
      readRows={({ first, end }: GridRange) => Promise.resolve(VALUES.slice(first, end))}
      onOpen={onOpen}
    />,
  );
  return { user, onOpen, grid: screen.getByRole("grid", { name: "Rows" }) };
}

const activeCell = (grid: HTMLElement) =>
  document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("null, an empty text and a cut value look different, and rows and columns are counted", () => {
  const { grid } = openGrid();
  expect(screen.getByText("NULL")).toBeTruthy();
  expect(screen.getByText("empty")).toBeTruthy();
  expect(screen.getByText("first part of 5 MB")).toBeTruthy();
  expect(grid.getAttribute("aria-rowcount")).toBe("4");
  expect(grid.getAttribute("aria-colcount")).toBe("3");
});

test("arrows move between cells, Enter opens one and Ctrl-C copies it", async () => {
  const { user, onOpen, grid } = openGrid();
  grid.focus();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(activeCell(grid)).toBe("3");
  await user.keyboard("{Control>}c{/Control}");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("3"));
  await user.keyboard("{ArrowRight}{Enter}");
  expect(onOpen).toHaveBeenCalledWith({ row: 2, column: 1 });
});

test("Shift and the arrows select rows, which are copied whole", async () => {
  const { user, grid } = openGrid();
  grid.focus();
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}{Control>}c{/Control}");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("1\t\n2\t"));
  expect(screen.getAllByRole("row", { selected: true })).toHaveLength(2);
  await user.keyboard("{Escape}");
  expect(screen.queryAllByRole("row", { selected: true })).toHaveLength(0);
});
