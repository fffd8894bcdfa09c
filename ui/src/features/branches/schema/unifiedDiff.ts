import type { DiffLine } from "@/kit/data/Diff";
import { COMPARISON } from "./words";

/** A text in the form of `diff -u`, read. */
export interface UnifiedDiff {
  lines: readonly DiffLine[];
  added: number;
  removed: number;
}

/** Where a part stands before and after: "@@ -18,7 +18,9 @@". A count that is left out is 1. */
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Where the reading is. */
interface Reading {
  rows: readonly string[];
  at: number;
  lines: DiffLine[];
  /** The numbers of the next lines. */
  before: number;
  after: number;
  added: number;
  removed: number;
}

/**
 * Reads a unified diff of one file. How many lines a part has is counted as its head says, and not by how they begin: a
 * comment that was removed begins with "---", too. Absent for what is no such text.
 */
export function readUnifiedDiff(text: string): UnifiedDiff | undefined {
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  const reading: Reading = { rows, at: 0, lines: [], before: 1, after: 1, added: 0, removed: 0 };
  while (reading.at < rows.length) {
    const head = HUNK.exec(rows[reading.at] ?? "");
    reading.at += 1;
    if (head) {
      if (!readHunk(reading, head)) return undefined;
    } else if (reading.lines.length > 0) return undefined;
  }
  const { lines, added, removed } = reading;
  return lines.length > 0 || rows.length === 0 ? { lines, added, removed } : undefined;
}

function readHunk(reading: Reading, head: RegExpExecArray): boolean {
  let ofBefore = Number(head[2] ?? 1);
  let ofAfter = Number(head[4] ?? 1);
  // Of none, the line before the place is named.
  const before = Number(head[1]) + (ofBefore === 0 ? 1 : 0);
  const after = Number(head[3]) + (ofAfter === 0 ? 1 : 0);
  const omitted = before - reading.before;
  if (omitted < 0) return false;
  if (omitted > 0) reading.lines.push({ kind: "gap", text: COMPARISON.unchanged(omitted) });
  reading.before = before;
  reading.after = after;
  while (ofBefore > 0 || ofAfter > 0) {
    const row = reading.rows[reading.at];
    if (row === undefined) return false;
    reading.at += 1;
    // "\ No newline at end of file"
    if (row.startsWith("\\")) continue;
    const line = readLine(reading, row);
    if (!line) return false;
    if (line.kind !== "added") ofBefore -= 1;
    if (line.kind !== "removed") ofAfter -= 1;
    reading.lines.push(line);
  }
  if (reading.rows[reading.at]?.startsWith("\\")) reading.at += 1;
  return ofBefore === 0 && ofAfter === 0;
}

function readLine(reading: Reading, row: string): DiffLine | undefined {
  const text = visible(row.slice(1));
  switch (row.charAt(0)) {
    case "+":
      reading.added += 1;
      return { kind: "added", text, after: reading.after++ };
    case "-":
      reading.removed += 1;
      return { kind: "removed", text, before: reading.before++ };
    case " ":
    case "":
      return { kind: "same", text, before: reading.before++, after: reading.after++ };
    default:
      return undefined;
  }
}

/** Two lines may differ in how they end alone. */
const visible = (text: string) => text.replace(/\r$/, "␍");
