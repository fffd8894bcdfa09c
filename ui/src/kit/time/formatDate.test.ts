import { expect, test } from "vitest";
import { formatDate } from "./formatDate";
import { HOUR } from "./useNow";

const AT = new Date(2026, 10, 24, 3, 14, 5).getTime();

test.each([
  ["minute", "Tue 24 Nov, 03:14"],
  ["clock", "03:14"],
  ["day", "24 Nov"],
  ["dayOfYear", "24 Nov 2026"],
] as const)("as %s an instant reads %s", (form, words) => expect(formatDate(AT, 0, form)).toBe(words));

test("an instant of a clock that is ahead is shown by this machine's", () => {
  expect(formatDate(AT + 24 * HOUR, 24 * HOUR)).toBe("Tue 24 Nov, 03:14");
  expect(formatDate(new Date(AT).toISOString(), HOUR)).toBe("Tue 24 Nov, 02:14");
});
