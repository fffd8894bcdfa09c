import { expect, test } from "vitest";
import { nameError } from "@/features/base/nameError";
import { formatDate } from "@/kit/time/formatDate";
import { branch, project } from "@/test/views";
import { type CreateDraft, createOf, earliestOf, emptyDraft, fieldErrorsOf } from "./createDraft";
import { endError } from "./expiry";
import { momentError, momentText, readMoment, windowWords } from "./point";

const NOW = new Date("2026-11-20T12:00:00Z").getTime();
const DAY = 86_400_000;
/** The platform's clock is this machine's. */
const SAME = 0;
/** It was moved forward, by two days. */
const MOVED = 2 * DAY;
const draft = (changes: Partial<CreateDraft> = {}): CreateDraft => ({ ...emptyDraft("br-1"), ...changes });

test("nothing chosen is a branch of the platform's choosing, with a compute of the project's size", () => {
  expect(createOf(draft({ parentId: "" }), NOW, SAME)).toEqual({
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
  const moment = momentText(NOW - DAY, SAME);
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
      SAME,
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
    createOf(draft({ point: "lsn", lsn: " 0/1A2B ", withCompute: false, isProtected: true }), NOW, SAME),
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
  expect(at(momentText(NOW - DAY, SAME))).toBeUndefined();
  expect(at(momentText(NOW - 2 * DAY, SAME))).toBeUndefined();
  expect(at(momentText(NOW - 3 * DAY, SAME))).toMatch(/^The restore window goes back to/);
  expect(at(momentText(NOW + DAY, SAME))).toBe("This time is in the future.");
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

test("a moment is typed in local time and asked for as the platform's instant", () => {
  const local = momentText(NOW - DAY, SAME);
  const now = NOW + MOVED;
  const typed = draft({ point: "moment", moment: local, end: "at", endAt: momentText(NOW + DAY, SAME) });
  expect(fieldErrorsOf(typed, undefined, now, MOVED)).toEqual({});
  expect(createOf(typed, now, MOVED)).toMatchObject({
    parentTimestamp: new Date(NOW - DAY + MOVED).toISOString(),
    expiresAt: "2026-11-23T12:00:00Z",
  });
  expect(createOf(draft({ end: "day" }), now, MOVED).expiresAt).toBe("2026-11-23T12:00:00Z");
});

test("a moment by a clock that was moved is checked and shown in local time", () => {
  const now = NOW + MOVED;
  const at = (local: number) =>
    momentError(momentText(local, SAME), now - 2 * DAY, now, MOVED)?.replace(/ to .*/, "");
  expect([NOW + DAY, NOW, NOW - 2 * DAY, NOW - 3 * DAY].map(at)).toEqual([
    "This time is in the future.",
    undefined,
    undefined,
    "The restore window goes back",
  ]);
  expect(momentError("2020-01-01 00:00", now - 2 * DAY, now, MOVED)).toBe(
    `The restore window goes back to ${formatDate(NOW - 2 * DAY, 0)}.`,
  );
  expect(windowWords(now - 2 * DAY, MOVED)).toBe(
    `The restore window goes from ${formatDate(NOW - 2 * DAY, 0)} until now.`,
  );
  expect(endError("at", momentText(NOW - 1000, SAME), now, MOVED)).toBe("This time has passed.");
  expect(endError("at", momentText(NOW + 1000, SAME), now, MOVED)).toBeUndefined();
});

test.each([SAME, MOVED, 80 * 3_600_000 + 5000])(
  "what a field shows of an instant is read back as that instant, %i ms ahead",
  (ahead) => expect(readMoment(momentText(NOW, ahead), ahead)).toBe(NOW),
);
