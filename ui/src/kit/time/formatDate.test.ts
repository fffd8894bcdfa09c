import { beforeEach, expect, test, vi } from "vitest";
import { formatDate } from "./formatDate";
import { HOUR, MINUTE } from "./useNow";

const AT = new Date(2026, 10, 24, 3, 14, 5).getTime();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(AT - 1);
});

test.each([
  ["minute", "Tue 24 Nov, 03:14"],
  ["clock", "03:14"],
  ["day", "24 Nov"],
  ["dayOfYear", "24 Nov 2026"],
] as const)("as %s an instant reads %s", (form, words) => expect(formatDate(AT, 0, form)).toBe(words));

test("an instant stays as its clock had it, however far that clock was moved since, and names the clock", () => {
  expect(formatDate(AT, 72 * HOUR)).toBe("Tue 24 Nov, 03:14 (clock 3 d ahead)");
  expect(formatDate(new Date(AT).toISOString(), HOUR, "clock")).toBe("03:14 (clock 1 h ahead)");
  expect(formatDate(AT, 72 * HOUR, "day")).toBe("24 Nov");
  expect(formatDate(AT, -5 * MINUTE)).toBe("Tue 24 Nov, 03:14 (clock 5 min behind)");
});

test("a clock that agrees to the minute is not named", () => {
  expect([0, 400, -29_000].map((ahead) => formatDate(AT, ahead))).toEqual(Array(3).fill("Tue 24 Nov, 03:14"));
  expect(formatDate(AT, 72 * HOUR - 900)).toBe("Tue 24 Nov, 03:14 (clock 3 d ahead)");
});

test("a date that is past by this machine's clock too names no clock that is ahead", () => {
  vi.setSystemTime(AT);
  expect(formatDate(AT, 72 * HOUR)).toBe("Tue 24 Nov, 03:14");
  expect(formatDate(AT, -5 * MINUTE)).toBe("Tue 24 Nov, 03:14 (clock 5 min behind)");
});
