import { expect, test } from "vitest";
import { readUnifiedDiff } from "./unifiedDiff";

/** Each line as sign, numbers and text. */
const told = (text: string) =>
  readUnifiedDiff(text)?.lines.map(
    ({ kind, before, after, text: of }) => `${kind} ${before ?? "-"} ${after ?? "-"} ${of}`,
  );

const TWO_PARTS = `--- a/svcdb
+++ b/svcdb
@@ -18,4 +18,5 @@
 SET row_security = off;
 
---- Name: old
+-- Name: new
++++
 end
@@ -40 +41,0 @@
-gone
`;

test("a diff is read by the counts of its parts, whatever its lines begin with", () => {
  expect(told(TWO_PARTS)).toEqual([
    "gap - - 17 unchanged lines",
    "same 18 18 SET row_security = off;",
    "same 19 19 ",
    "removed 20 - --- Name: old",
    "added - 20 -- Name: new",
    "added - 21 +++",
    "same 21 22 end",
    "gap - - 18 unchanged lines",
    "removed 40 - gone",
  ]);
  const read = readUnifiedDiff(TWO_PARTS);
  expect([read?.added, read?.removed]).toEqual([2, 2]);
});

test("a file that begins, ends without a line feed or with another one is read", () => {
  expect(told("--- a/d\n+++ b/d\n@@ -0,0 +1,2 @@\n+one\n+two\n")).toEqual(["added - 1 one", "added - 2 two"]);
  expect(
    told(
      "--- a/d\n+++ b/d\n@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+one\n\\ No newline at end of file\n",
    ),
  ).toEqual(["removed 1 - one", "added - 1 one"]);
  expect(told("@@ -1 +1 @@\n-one\r\n+one\n")).toEqual(["removed 1 - one␍", "added - 1 one"]);
  // An empty line that lost its blank on the way.
  expect(told("@@ -2,2 +2,2 @@\n\n-a\n+b\n")).toEqual([
    "gap - - 1 unchanged line",
    "same 2 2 ",
    "removed 3 - a",
    "added - 3 b",
  ]);
});

test("no difference is none, and what is no diff is not read", () => {
  expect(readUnifiedDiff("")).toEqual({ lines: [], added: 0, removed: 0 });
  for (const text of [
    "CREATE TABLE t ();\n",
    "--- a/d\n+++ b/d\n",
    "@@ -1,3 +1,3 @@\n one\n",
    "@@ -1 +1 @@\n-a\n+b\n more\n",
    "@@ -1 +1 @@\nx\n",
    "@@ -9 +9 @@\n-a\n+b\n@@ -2 +2 @@\n-a\n+b\n",
  ]) {
    expect(readUnifiedDiff(text), text).toBeUndefined();
  }
});

test("a long one is read at once", () => {
  const many = 100_000;
  const rows = Array.from({ length: many }, (_, index) => `-line ${index}\n+line ${index} more`);
  const read = readUnifiedDiff(`@@ -1,${many} +1,${many} @@\n${rows.join("\n")}\n`);
  expect([read?.added, read?.removed, read?.lines.at(-1)?.after]).toEqual([many, many, many]);
});
