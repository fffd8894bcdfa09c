import { expect, test } from "vitest";
import { inHours, row } from "@/test/views";
import { canRefresh, isLive, temporaryLook, timeLeft, warningAt } from "./words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [72 * HOUR, undefined],
  [24 * HOUR, undefined],
  [24 * HOUR - 1, "day"],
  [4 * HOUR, "day"],
  [4 * HOUR - 1, "fourHours"],
  [30 * MINUTE, "fourHours"],
  [30 * MINUTE - 1, "halfHour"],
  [0, "halfHour"],
])("with %i ms left the warning is %s", (left, warning) => expect(warningAt(left)).toBe(warning));

test("time is counted by the platform's clock", () => {
  const database = row({ expiresAt: inHours(10), clockOffsetMs: 2 * HOUR });
  expect(timeLeft(database, Date.now())).toBeCloseTo(8 * HOUR, -4);
});

test.each([
  [50, "Unclaimed", "ok"],
  [20, "Expires soon", "warning"],
  [3, "Expires soon", "warning"],
  [0.2, "Expiring", "danger"],
])("unclaimed with %s hours left is %s", (hours, word, tone) => {
  expect(temporaryLook(row({ expiresAt: inHours(hours) }), Date.now())).toEqual({ word, tone });
});

test("only an unclaimed database is warned of", () => {
  expect(temporaryLook(row({ state: "claimed", expiresAt: inHours(0.1) }), Date.now()).word).toBe("Claimed");
});

const STATES = [
  "unclaimed",
  "claiming",
  "claimed",
  "unknown",
  "gone",
  "creating",
  "expired",
  "unclear",
  "failed",
] as const;

test("a database that is not there cannot be connected to; one in an unknown state can", () => {
  expect(STATES.filter(isLive)).toEqual(["unclaimed", "claiming", "claimed", "unknown"]);
});

test("only a database of which there may be news is looked at again", () => {
  expect(STATES.filter(canRefresh)).toEqual(["unclaimed", "claiming", "claimed", "unknown", "gone"]);
});
