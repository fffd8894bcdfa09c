import { expect, test } from "vitest";
import { type Column, wordsWidth } from "./columns";
import { columnsWithin, narrowest, tracks } from "./layout";

const column = (id: string, width: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  width,
  cell: () => id,
  ...more,
});

const COLUMNS = [
  column("name", "minmax(100px, 2fr)"),
  column("state", "100px"),
  column("size", "60px", { wideOnly: true }),
  column("ends", "100px"),
  column("created", "minmax(60px, 80px)", { wideOnly: true }),
  column("power", "90px", { stays: true }),
];
const AROUND = { ticks: true, end: true, widths: {} };
const ALONE = { ticks: false, end: false, widths: {} };
const SHORT = { name: { name: 80, whole: 80 } };
const LONG = { name: { name: 300, whole: 300 } };

// The columns take 510 px, the gaps between them 60 px, the tick and the menu 76 px.
test.each([
  [Number.POSITIVE_INFINITY, LONG, "name state size ends created power"],
  [646, SHORT, "name state size ends created power"],
  [645, SHORT, "name state size ends power"],
  [573, SHORT, "name state ends power"],
  [502, SHORT, "name state ends power"],
  [501, SHORT, "name state power"],
  [774, LONG, "name state size ends power"],
  [702, LONG, "name state ends power"],
  // 300 px of a name beside what stays, and one less: cut anyway, it takes no room from the others.
  [478, LONG, "name power"],
  [477, LONG, "name state power"],
  [501, { name: { name: 900, whole: 900 } }, "name state power"],
  [502, { name: { name: 900, whole: 900 } }, "name state ends power"],
  [10, LONG, "name power"],
  // The small line takes the place of what is for wide tables, and of nothing else.
  [645, { name: { name: 80, whole: 300 } }, "name state ends power"],
  [502, { name: { name: 80, whole: 300 } }, "name state ends power"],
])("in %s px with names of %o there are %s", (room, words, shown) => {
  const columns = columnsWithin(COLUMNS, room, words, AROUND);
  expect(columns.map(({ id }) => id).join(" ")).toBe(shown);
});

// 100 px of a name, 300 px of the columns beside it, and the gaps of 12 px between them.
test.each([
  [436, "name expires state size"],
  [435, "name expires state"],
  [324, "name expires state"],
  [323, "name state"],
  [212, "name state"],
  [211, "name"],
])("in %s px what matters goes last: %s", (room, shown) => {
  const columns = [
    column("name", "minmax(100px, 1fr)"),
    column("expires", "100px"),
    column("state", "100px", { matters: true }),
    column("size", "100px"),
  ];
  const words = { name: { name: 100, whole: 100 } };
  expect(
    columnsWithin(columns, room, words, ALONE)
      .map(({ id }) => id)
      .join(" "),
  ).toBe(shown);
});

test("a column of words is as wide as they are, and takes nothing of what is left", () => {
  const columns = [column("name", "minmax(100px, 1fr)"), column("compute", "minmax(104px, 152px)")];
  const words = (compute: number) => ({ compute: { name: compute, whole: compute } });
  expect(tracks(columns, 600, words(90), ALONE)).toBe("minmax(100px, 1fr) minmax(104px, 152px)");
  expect(tracks(columns, 600, words(170), ALONE)).toBe("minmax(100px, 1fr) 170px");
});

test("the track of a column is never narrower than its longest name", () => {
  const shown = COLUMNS.slice(0, 2);
  expect(tracks(shown, 600, SHORT, AROUND)).toBe("24px minmax(100px, 2fr) 100px 28px");
  expect(tracks(shown, 600, LONG, ALONE)).toBe("minmax(300px, 2fr) 100px");
  const line = { name: { name: 200, whole: 400 } };
  expect(tracks(shown, 512, line, ALONE)).toBe("minmax(400px, 2fr) 100px");
  expect(tracks(shown, 511, line, ALONE)).toBe("minmax(200px, 2fr) 100px");
});

test("a name that has no room is cut, and the table never wider than its room", () => {
  const shown = COLUMNS.slice(0, 2);
  expect(tracks(shown, 412, LONG, ALONE)).toBe("minmax(300px, 2fr) 100px");
  expect(tracks(shown, 411, LONG, ALONE)).toBe("minmax(100px, 2fr) 100px");
  expect(tracks(shown, 411, LONG, { ...ALONE, widths: { name: 200 } })).toBe("minmax(200px, 2fr) 100px");
});

test("a column that was given a width has it, and the rest of the room goes where it went", () => {
  const shown = COLUMNS.slice(0, 3);
  const given = (widths: Record<string, number>) => tracks(shown, 900, LONG, { ...ALONE, widths });
  expect(given({ state: 180 })).toBe("minmax(300px, 2fr) 180px 60px");
  expect(given({ name: 200, state: 180 })).toBe("minmax(200px, 2fr) 180px 60px");
  // Widened in a large window, the name takes no room from other columns in a small one.
  expect(given({ name: 800 })).toBe("minmax(300px, 2fr) 100px 60px");
});

test("what was given to columns counts when they are left out", () => {
  const shown = (widths: Record<string, number>) =>
    columnsWithin(COLUMNS, 646, SHORT, { ...AROUND, widths }).map(({ id }) => id);
  expect(shown({})).toHaveLength(6);
  expect(shown({ state: 101 })).toEqual(["name", "state", "size", "ends", "power"]);
  expect(shown({ state: 90, size: 70 })).toHaveLength(6);
});

test.each([
  [{ width: "132px" }, 48],
  [{ width: "minmax(160px, 1fr)" }, 48],
  [{ width: "104px", stays: true }, 104],
])("%o can be made as narrow as %i px", (column, pixels) => {
  expect(narrowest(column)).toBe(pixels);
});

test("a name counts with 40 characters, however long it is", () => {
  expect(wordsWidth("n".repeat(41), "id")).toEqual(wordsWidth("n".repeat(40), "id"));
  expect(wordsWidth("ab", "a far longer line").whole).toBeGreaterThan(wordsWidth("ab").whole);
  expect(wordsWidth("ab", "", 20).name).toBe(wordsWidth("ab").name + 20);
});

test("wide letters count as wide as they are", () => {
  expect(wordsWidth("W".repeat(40)).name).toBeGreaterThan(530);
  expect(wordsWidth("i".repeat(40)).name).toBeLessThan(170);
  expect(wordsWidth("請".repeat(40)).name).toBeGreaterThanOrEqual(40 * 13);
});
