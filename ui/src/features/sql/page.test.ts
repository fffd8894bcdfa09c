import { expect, test } from "vitest";
import { pageOf } from "@/test/sqlPage";
import { decodePage } from "./page";

test("a page has its rows, with null apart from an empty text and a cut cell with its whole size", () => {
  const page = pageOf(7, [
    ["1", null, ""],
    ["é😀", { text: "begin", wholeBytes: 5_000_000_000 }, "x\ny"],
  ]);
  expect(decodePage(page)).toEqual({
    first: 7,
    bytes: page.byteLength,
    rows: [
      [{ text: "1" }, null, { text: "" }],
      [{ text: "é😀" }, { text: "begin", wholeBytes: 5_000_000_000 }, { text: "x\ny" }],
    ],
  });
});

test("rows without columns are counted", () => {
  expect(decodePage(pageOf(0, [[], []])).rows).toEqual([[], []]);
});

test("a row whose bytes are missing is left out", () => {
  const whole = pageOf(0, [["1"], ["22"]]);
  expect(decodePage(whole.slice(0, -1)).rows).toEqual([[{ text: "1" }]]);
});

test("bytes that are no page are refused", () => {
  expect(() => decodePage(new ArrayBuffer(16))).toThrow("format");
});
