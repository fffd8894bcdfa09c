import { beforeEach, expect, test, vi } from "vitest";
import { dateTimeText, readDateTime } from "./dateTime";

const AT = new Date(2026, 10, 27, 3, 14, 5).getTime();
const MINUTE_OF_IT = AT - 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(AT);
});

test("a field writes a date as it is written everywhere, with its year and seconds", () => {
  expect(dateTimeText(AT)).toBe("Fri 27 Nov 2026, 03:14:05");
});

test.each([
  ["Fri 27 Nov 2026, 03:14:05", AT],
  ["27 Nov 2026 03:14:05", AT],
  ["  27 november 2026, 3:14:05 ", AT],
  ["Mon 27 Nov 2026, 03:14:05", AT],
  ["Fri, 27 Nov, 03:14", MINUTE_OF_IT],
  ["27. Nov. 2026, 03:14", MINUTE_OF_IT],
  ["2026-11-27 03:14", MINUTE_OF_IT],
  ["2026-11-27T03:14:05", AT],
  ["2026-11-27T03:14:05.250", AT + 250],
  [new Date(AT).toISOString(), AT],
  ["2026-11-27T05:14:05+02:00", Date.UTC(2026, 10, 27, 3, 14, 5)],
  ["2026-11-27 03:14:05Z", Date.UTC(2026, 10, 27, 3, 14, 5)],
])("%s is read", (text, instant) => expect(readDateTime(text)).toBe(instant));

test.each([
  "",
  "soon",
  "27 Nov",
  "2026-11-27",
  "11/27/2026, 03:14",
  "27/11/2026 03:14",
  "31 Nov 2026, 03:14",
  "2026-02-31 10:00",
  "2026-13-01 10:00",
  "27 Nov 2026, 24:30",
  "27 Nov 2026, 03:61",
  "27 Now 2026, 03:14",
])("%j is not read, as nobody could tell which date it is", (text) =>
  expect(readDateTime(text)).toBeUndefined(),
);

test("each month that a field writes is read", () => {
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(2026, month, 3, 10).getTime();
    expect(readDateTime(dateTimeText(at))).toBe(at);
  }
});
