import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/*
 * One component shows an instant and one function writes a date down. What reads or writes instants by itself forgets whose
 * clock they are of.
 */

const EXEMPT = /^(time|kit\/time|test|gallery)\//;
const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !EXEMPT.test(path))
  .filter((path) => path !== "ipc/generated.ts");

const holding = (words: RegExp, but: readonly string[] = []) =>
  files.filter((path) => !but.includes(path) && words.test(readFileSync(`src/${path}`, "utf8")));

test("only the clock reads, reads in and writes down instants", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(holding(/new Date\(|Date\.(now|parse)\(|toLocale\w*String|Intl\.DateTimeFormat/)).toEqual([]);
});

test("only one component shows an instant", () => {
  expect(
    holding(/<RelativeTime|formatRelative\(/, ["features/base/Instant.tsx", "kit/state/StaleNotice.tsx"]),
  ).toEqual([]);
});

test("a date is not cut out of the text of an instant", () => {
  expect(holding(/At\??\.slice\(|\.slice\(0, 10\)/)).toEqual([]);
});

test("no field writes a date in the order of the system's language", () => {
  expect(holding(/type="(?:datetime-local|date|time|month|week)"/)).toEqual([]);
});

test("only what names and types local moments takes an instant apart", () => {
  expect(holding(/calendarOf\(/)).toEqual(["features/branches/PreserveFields.tsx"]);
});

/** Whose instants are of this machine's clock, or are shown as another one has them on purpose. */
const OF_THIS_MACHINE = [
  // A certificate ends by everybody's clock.
  "features/accounts/AddressFields.tsx",
  // This app counts it.
  "features/accounts/BudgetMeter.tsx",
  // The axis is this machine's clock.
  "features/history/Timeline.tsx",
  "features/history/layout.ts",
  // The platform counts by days of its own; of a range of hours the end names the clock.
  "features/project/HistoryCard.tsx",
  // The clock itself.
  "features/sandbox/ClockCard.tsx",
  // A file on this machine.
  "features/temporary/DetailFacts.tsx",
];

test("a date of another clock names how far that clock is ahead", () => {
  const withoutOffset = /formatDate\((?:[^(),]|\([^()]*\))+,\s*0\s*[,)]/;
  expect(holding(withoutOffset, OF_THIS_MACHINE)).toEqual([]);
  expect(OF_THIS_MACHINE.filter((path) => !holding(withoutOffset).includes(path))).toEqual([]);
});

/** What may show an instant by this machine's clock. */
const SHOWN_BY_THIS_MACHINE = [
  // Done in this app.
  "features/history/ActionDetail.tsx",
  // Read by this app.
  "features/advisors/Check.tsx",
  "features/auth/AuthTab.tsx",
  "features/auth/DomainsPage.tsx",
  "features/auth/UsersFound.tsx",
  "features/auth/UsersPage.tsx",
  "features/base/ListPart.tsx",
  "features/base/ShownAsOf.tsx",
  "features/branches/schema/ReadText.tsx",
  "features/databases/ListState.tsx",
  "features/emailServer/EmailPage.tsx",
  "features/refresh/Freshness.tsx",
  // Counted by this app.
  "features/network/NetworkTable.tsx",
  "features/organization/SpendingTab.tsx",
  "features/project/ProjectScreen.tsx",
  "features/projects/ProjectsBar.tsx",
  "features/signIn/SignInPage.tsx",
  "features/webhooks/WebhooksPage.tsx",
  // By the clock that its callers name.
  "features/base/fields.tsx",
  // Followed by this app.
  "features/history/HistoryTable.tsx",
  "features/history/OperationDetail.tsx",
  "features/oauthProviders/ProvidersPage.tsx",
  // Files and folders of this machine.
  "features/folders/FolderFacts.tsx",
  "features/sandbox/Quarantine.tsx",
  // Checked by this app.
  "features/snapshots/SnapshotsTab.tsx",
  "features/temporary/DetailFacts.tsx",
  "features/updates/UpdatesSetting.tsx",
];

test("only what happened on this machine is shown by its clock", () => {
  // An account's clock, or how far one is ahead, is written out: `clock={{ account: accountId }}`.
  const otherClock = /\bclock=(?!\{\{ (?:account|ahead)\b)|<ShownAsOf\b/;
  expect(holding(otherClock).sort()).toEqual(SHOWN_BY_THIS_MACHINE.toSorted());
});
