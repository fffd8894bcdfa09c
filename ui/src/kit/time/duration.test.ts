import { describe, expect, test } from "vitest";
import { formatDuration, spokenDuration } from "./duration";
import { formatRelative } from "./formatRelative";
import { DAY, HOUR, MINUTE, SECOND } from "./useNow";

describe("a duration", () => {
  test.each([
    [-5, "0 s"],
    [0, "0 s"],
    [59_999, "59 s"],
    [MINUTE, "1 min"],
    [3 * MINUTE + 20 * SECOND, "3 min 20 s"],
    [HOUR, "1 h"],
    [71 * HOUR + 58 * MINUTE, "2 d 23 h"],
    [47 * HOUR + 58 * MINUTE, "47 h 58 min"],
    [99 * HOUR + 59 * MINUTE, "4 d 3 h"],
    [100 * HOUR, "4 d 4 h"],
    [7 * DAY, "7 d"],
  ])("of %i ms reads %s", (span, words) => expect(formatDuration(span)).toBe(words));

  test("is spoken in whole words", () => {
    expect(spokenDuration(25 * HOUR + MINUTE)).toBe("25 hours 1 minute");
    expect(spokenDuration(SECOND)).toBe("1 second");
    expect(spokenDuration(5 * DAY)).toBe("5 days");
  });
});

describe("a relative time", () => {
  const now = Date.UTC(2026, 10, 21, 12);
  test.each([
    [0, "just now"],
    [-44 * SECOND, "just now"],
    [-50 * SECOND, "1 min ago"],
    [-2 * MINUTE, "2 min ago"],
    [-3 * HOUR - 59 * MINUTE, "3 h ago"],
    [10 * SECOND, "in a moment"],
    [10 * MINUTE, "in 10 min"],
    [-2 * DAY, "19 Nov"],
    [-400 * DAY, "17 Oct 2025"],
  ])("of %i ms reads %s", (away, words) => expect(formatRelative(now + away, now)).toBe(words));
});
