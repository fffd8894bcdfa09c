import { expect, test } from "vitest";
import { calmStepOf, formatCalm, stepOf } from "./elapsed";
import { HOUR, MINUTE, SECOND } from "./useNow";

test.each([
  [0, "0 s"],
  [19.9 * SECOND, "19 s"],
  [59.9 * SECOND, "50 s"],
  [MINUTE + 9 * SECOND, "1 min"],
  [2 * MINUTE + 19 * SECOND, "2 min 10 s"],
  [HOUR + 61 * SECOND, "1 h 1 min"],
  [-SECOND, "0 s"],
])("after %i ms it says %s", (span, words) => expect(formatCalm(span)).toBe(words));

test("it is drawn no more often than its words change", () => {
  expect([10 * SECOND, 2 * MINUTE, 2 * HOUR].map(stepOf)).toEqual([SECOND, SECOND, MINUTE]);
  expect([10 * SECOND, 30 * SECOND, 2 * MINUTE, 2 * HOUR].map(calmStepOf)).toEqual([
    SECOND,
    10 * SECOND,
    10 * SECOND,
    MINUTE,
  ]);
});
