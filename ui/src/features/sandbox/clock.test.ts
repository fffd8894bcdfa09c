import { expect, test } from "vitest";
import { parseSpan } from "./ClockCard";

test.each([
  ["2 h 30 min", 9_000],
  ["45m", 2_700],
  ["90 s", 90],
  ["1 d", 86_400],
  ["1.5 h", 5_400],
  ["3 days", 259_200],
  ["1 Day, 2 hours and 30 minutes", 95_400],
])("%s is %i seconds", (text, seconds) => expect(parseSpan(text)).toBe(seconds));

test.each(["", "soon", "5", "-1 h", "0 s", "2 h tomorrow", "and", "3 moons"])("%o is no span", (text) => {
  expect(parseSpan(text)).toBeUndefined();
});
