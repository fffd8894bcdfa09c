import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/*
 * One component shows an instant and one function writes a date down. What reads or writes instants by itself forgets whose
 * clock they are of.
 */

const ROOM = /^(time|kit\/time|test|gallery)\//;
const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !ROOM.test(path))
  .filter((path) => path !== "ipc/generated.ts");

const holding = (words: RegExp, but: readonly string[] = []) =>
  files.filter((path) => !but.includes(path) && words.test(readFileSync(`src/${path}`, "utf8")));

test("only the clock reads, reads in and writes down instants", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(holding(/new Date\(|Date\.(now|parse)\(|toLocale\w*String|Intl\.DateTimeFormat/)).toEqual([]);
});

test("only one component shows an instant", () => {
  expect(
    holding(/<RelativeTime|formatRelative\(/, ["features/Instant.tsx", "kit/state/StaleNotice.tsx"]),
  ).toEqual([]);
});
