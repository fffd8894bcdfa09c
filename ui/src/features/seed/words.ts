import { counted, sentence } from "@/data/format";
import type { SeedStateView } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";

/** The dialog that runs an SQL file. */
export const SEED = {
  title: (name: string) => `Seed ${name}`,
  text: "Runs an SQL file over a direct connection. COPY … FROM stdin with inline data works; psql commands don’t.",
  file: "SQL file",
  missing: "Choose an SQL file.",
  before: "You’ll see a preview here before the file runs.",
  close: "Close",
  done: "Done",
  again: "Run again",
  leave: "Run in background",
  run: "Run file",
  preview: "Preview",
} as const;

/** What a file would do. */
export const PLAN = {
  failed: "Can’t run this file",
  reading: "Reading the file…",
  inOne: (statements: number, bytes: number) =>
    `${counted(statements, "statement")}, ${formatBytes(bytes)}. Runs in one transaction: all or nothing.`,
  inParts: (statements: number, bytes: number, why: string | null) =>
    [
      `${counted(statements, "statement")}, ${formatBytes(bytes)}. Doesn’t run in one transaction.`,
      ...(why === null ? [] : [sentence(why)]),
      "If it fails, earlier statements stay applied.",
    ].join(" "),
} as const;

/** A file that runs, and what it did. */
export const PROGRESS = {
  running: (file: string) => `Running ${file}`,
  starting: "Starting",
  done: (done: number, total: number) => `${done} of ${counted(total, "statement")}`,
  label: "Statements run",
  stop: "Stop",
  completed: (file: string, seed: SeedStateView) => `${file} completed: ${didWords(seed)}.`,
  stopped: (file: string) => `${file} was stopped. No changes were kept.`,
  failed: (file: string) => `${file} failed`,
  rolledBack: "All changes were rolled back.",
  partial: (seed: SeedStateView) => `Applied before the failure: ${didWords(seed)}.`,
} as const;

function didWords({ statements, rowsCopied }: SeedStateView): string {
  const ran = counted(statements, "statement");
  return rowsCopied > 0 ? `${ran}, ${counted(rowsCopied, "row copied", "rows copied")}` : ran;
}
