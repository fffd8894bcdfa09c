import { expect, test, vi } from "vitest";
import { answer, callsOf } from "@/test/backend";
import { pageOf } from "@/test/sqlPage";
import { ResultRows } from "./rows";

/** A result of so many rows, of which a page has at most `most`. */
function resultOf(count: number, most = 1_000) {
  answer("sqlRows", ({ first, count: wanted }) => {
    const rows = Math.max(0, Math.min(wanted, most, count - first));
    return pageOf(
      first,
      Array.from({ length: rows }, (_, at) => [`row ${first + at}`]),
    );
  });
  return new ResultRows("run-1", 0);
}

const shows = (rows: ResultRows, row: number) =>
  vi.waitFor(() => expect(rows.valueAt(row, 0)).toEqual({ text: `row ${row}` }));

test("only the rows in sight are read", async () => {
  const rows = resultOf(1_000_000);
  rows.grow(1_000_000, false);
  rows.show({ first: 500_010, end: 500_040 }, false);
  await shows(rows, 500_010);
  expect(callsOf("sqlRows")).toEqual([{ runId: "run-1", result: 0, first: 500_000, count: 100 }]);
  expect(rows.valueAt(0, 0)).toBeUndefined();
});

test("a page that has fewer rows than asked for is followed by the rest", async () => {
  const rows = resultOf(100, 30);
  rows.show({ first: 0, end: 20 }, false);
  rows.grow(100, false);
  await shows(rows, 99);
  expect(callsOf("sqlRows").map(({ first }) => first)).toEqual([0, 30, 60, 90]);
});

test("more rows are asked for once, when the end comes near", async () => {
  const rows = resultOf(5_000);
  rows.show({ first: 0, end: 20 }, true);
  rows.grow(2_000, true);
  await shows(rows, 0);
  expect(callsOf("sqlRows").filter(({ first }) => first >= 2_000)).toEqual([]);
  rows.show({ first: 1_900, end: 1_930 }, true);
  rows.show({ first: 1_910, end: 1_940 }, true);
  expect(callsOf("sqlRows").filter(({ first }) => first >= 2_000)).toHaveLength(1);
  rows.grow(3_000, true);
  expect(callsOf("sqlRows").filter(({ first }) => first >= 3_000)).toEqual([]);
});

test("rows that grow are read on in the block that is in sight", async () => {
  const rows = resultOf(100);
  rows.show({ first: 0, end: 90 }, false);
  rows.grow(40, false);
  await shows(rows, 39);
  rows.grow(100, false);
  await shows(rows, 80);
});

test("rows for the clipboard are read where they are not there", async () => {
  const rows = resultOf(250);
  const read = await rows.read({ first: 90, end: 240 });
  expect(read).toHaveLength(150);
  expect(read.at(-1)).toEqual([{ text: "row 239" }]);
});
