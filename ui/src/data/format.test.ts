import { expect, test } from "vitest";
import { counted, fileName, grouped, milliseconds, sentence } from "./format";

test.each([
  [1, "1 statement"],
  [0, "0 statements"],
  [1200, "1,200 statements"],
])("%i is counted %s", (count, words) => expect(counted(count, "statement")).toBe(words));

test.each([
  [999, "999"],
  [1000, "1,000"],
  [12_345.6, "12,345.6"],
  [1_234_567.8901, "1,234,567.8901"],
  [-1000, "-1,000"],
])("%d is grouped %s", (count, words) => expect(grouped(count)).toBe(words));

test.each([
  [38, "38 ms"],
  [1240, "1.2 s"],
])("%i ms reads %s", (count, words) => expect(milliseconds(count)).toBe(words));

test("a path is shown as its file name, and a message ends as a sentence", () => {
  expect(fileName("/home/ada/code/schema.sql")).toBe("schema.sql");
  expect(sentence("It failed")).toBe("It failed.");
  expect(sentence("Is it there?")).toBe("Is it there?");
});
