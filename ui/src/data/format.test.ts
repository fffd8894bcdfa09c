import { expect, test } from "vitest";
import { counted, fileName, localTime, milliseconds, sentence } from "./format";

test.each([
  [1, "1 statement"],
  [0, "0 statements"],
  [1200, "1,200 statements"],
])("%i is counted %s", (count, words) => expect(counted(count, "statement")).toBe(words));

test("a day and its minute are told in local time", () => {
  expect(localTime(new Date(2026, 10, 24, 3, 14))).toBe("Tue 24 Nov, 03:14");
});

test.each([
  [38, "38 ms"],
  [1240, "1.2 s"],
])("%i ms reads %s", (count, words) => expect(milliseconds(count)).toBe(words));

test("a file is told by its name, a message as a sentence", () => {
  expect(fileName("/home/ada/code/schema.sql")).toBe("schema.sql");
  expect(sentence("It failed")).toBe("It failed.");
  expect(sentence("Is it there?")).toBe("Is it there?");
});
