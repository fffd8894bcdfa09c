import { expect, test, vi } from "vitest";
import { nameError } from "@/features/base/nameError";
import { dateTimeText, readDateTime } from "@/kit/time/dateTime";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { branch, project } from "@/test/views";
import { type CreateDraft, createOf, earliestOf, emptyDraft, fieldErrorsOf } from "./createDraft";
import { endError } from "./expiry";
import { momentError, windowWords } from "./point";

const NOW = new Date("2026-11-20T12:00:00Z").getTime();
const DAY = 86_400_000;
/** The platform's clock is this machine's. */
const SAME = 0;
/** It was moved forward, by two days. */
const MOVED = 2 * DAY;
const draft = (changes: Partial<CreateDraft> = {}): CreateDraft => ({ ...emptyDraft("br-1"), ...changes });

test("nothing chosen is a branch of the platform's choosing, with a compute of the project's size", () => {
  expect(createOf(draft({ parentId: "" }), NOW)).toEqual({
    name: null,
    parentId: null,
    parentLsn: null,
    parentTimestamp: null,
    schemaOnly: false,
    protected: false,
    expiresAt: null,
    compute: { minCu: null, maxCu: null, suspendTimeoutSeconds: 0 },
    notes: {},
  });
});

test("every option is asked for as it was chosen", () => {
  const moment = dateTimeText(NOW - DAY);
  expect(
    createOf(
      draft({
        name: "import",
        point: "moment",
        moment,
        schemaOnly: true,
        size: "0.5-3",
        suspend: "300",
        end: "week",
      }),
      NOW,
    ),
  ).toEqual({
    name: "import",
    parentId: "br-1",
    parentLsn: null,
    parentTimestamp: new Date(NOW - DAY).toISOString(),
    schemaOnly: true,
    protected: false,
    expiresAt: "2026-11-27T12:00:00Z",
    compute: { minCu: 0.5, maxCu: 3, suspendTimeoutSeconds: 300 },
    notes: {},
  });
  expect(
    createOf(draft({ point: "lsn", lsn: " 0/1A2B ", withCompute: false, isProtected: true }), NOW),
  ).toMatchObject({
    parentLsn: "0/1A2B",
    parentTimestamp: null,
    protected: true,
    compute: null,
  });
});

test("a point in time must lie in the restore window, which a young parent makes shorter", () => {
  const kept = project({ historyRetentionSeconds: 7 * 86_400 });
  const earliest = earliestOf(kept, branch({ createdAt: new Date(NOW - 2 * DAY).toISOString() }), NOW);
  expect(earliest).toBe(NOW - 2 * DAY);
  expect(earliestOf(kept, undefined, NOW)).toBe(NOW - 7 * DAY);
  expect(earliestOf(undefined, undefined, NOW)).toBeUndefined();
  const restoreWindow = {
    start: new Date(NOW - 6 * 3_600_000).toISOString(),
    bytes: 9,
    projectLimitBytes: 10,
    isShortened: true,
  };
  expect(earliestOf(kept, branch({ restoreWindow }), NOW)).toBe(NOW - 6 * 3_600_000);
  const at = (moment: string) =>
    fieldErrorsOf(draft({ point: "moment", moment }), earliest, NOW, SAME).moment;
  expect(at(dateTimeText(NOW - DAY))).toBeUndefined();
  expect(at(dateTimeText(NOW - 2 * DAY))).toBeUndefined();
  expect(at(dateTimeText(NOW - 3 * DAY))).toMatch(/^The restore window goes back to/);
  expect(at(dateTimeText(NOW + DAY))).toBe("This time is in the future.");
  expect(at("soon")).toMatch(/^Enter a date and time/);
  expect(at("2026-02-31 99:99")).toMatch(/^Enter a date and time/);
});

test.each([
  [{ size: "3-0.5" }, { size: "Put the smaller size first: 0.5-3." }],
  [{ size: "0.1" }, { size: "The smallest size is 0.25 CU." }],
  [{ size: "big" }, { size: "Enter a size such as 2, or a range such as 0.5-3." }],
  [{ size: "big", withCompute: false }, {}],
  [{ point: "lsn", lsn: "nowhere" } as const, { lsn: "Enter an LSN, such as 0/1A2B3C8." }],
  [{ end: "at", endAt: "2020-01-01T00:00" } as const, { endAt: "This time has passed." }],
  [
    { end: "day", isProtected: true } as const,
    { isProtected: "A protected branch can’t expire. Turn off one of the two." },
  ],
])("%j is refused in its own field", (changes, fieldErrors) => {
  expect(fieldErrorsOf(draft(changes), undefined, NOW, SAME)).toEqual(fieldErrors);
});

test("a name has at most 256 characters, counted as people count them", () => {
  expect(nameError("")).toBeUndefined();
  expect(nameError("ä".repeat(256))).toBeUndefined();
  expect(nameError("🦀".repeat(256))).toBeUndefined();
  expect(nameError("my shop")).toBeUndefined();
  for (const typed of [" shop", "shop ", " "])
    expect(nameError(typed)).toBe("Remove the spaces at the ends.");
  expect(nameError("a".repeat(257))).toBe("The name has 257 characters. Use at most 256.");
  expect(nameError("a\u0000b")).toBe("Use visible characters only.");
});

test("a moment is typed and asked for as the platform's clock has it, however far that is ahead", () => {
  const now = NOW + MOVED;
  const moment = dateTimeText(now - DAY);
  const typed = draft({ point: "moment", moment, end: "at", endAt: dateTimeText(now + DAY) });
  expect(fieldErrorsOf(typed, undefined, now, MOVED)).toEqual({});
  expect(createOf(typed, now)).toMatchObject({
    parentTimestamp: new Date(now - DAY).toISOString(),
    expiresAt: "2026-11-23T12:00:00Z",
  });
  expect(createOf(draft({ end: "day" }), now).expiresAt).toBe("2026-11-23T12:00:00Z");
});

test("a moment is checked by a clock that was moved, and the restore window names that clock", () => {
  const now = NOW + MOVED;
  const earliest = now - 2 * DAY;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(earliest - 1);
  const at = (moment: number) =>
    momentError(dateTimeText(moment), earliest, now, MOVED)?.replace(/ to .*/, "");
  expect([now + DAY, now, earliest, now - 3 * DAY].map(at)).toEqual([
    "This time is in the future.",
    undefined,
    undefined,
    "The restore window goes back",
  ]);
  const named = `${formatDate(earliest, 0)} (clock ${formatDuration(MOVED)} ahead)`;
  expect(momentError("2020-01-01 00:00", earliest, now, MOVED)).toBe(
    `The restore window goes back to ${named}.`,
  );
  expect(windowWords(earliest, MOVED)).toBe(`The restore window goes from ${named} until now.`);
  expect(endError("at", dateTimeText(now - 1000), now)).toBe("This time has passed.");
  expect(endError("at", dateTimeText(now + 1000), now)).toBeUndefined();
});

test("the text of an instant is read back as that instant", () => {
  expect(readDateTime(dateTimeText(NOW))).toBe(NOW);
});
