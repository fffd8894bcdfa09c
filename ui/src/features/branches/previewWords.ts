import { counted } from "@/data/format";

/** What a restore would put there, before it is done. */
export const PREVIEW = {
  title: "Preview",
  start: "Preview",
  about: "Compares row counts. Connects to the branch, and makes one of that point for a moment.",
  running: "Comparing row counts…",
  stop: "Stop",
  failed: "Couldn’t preview the restore",
  other: "Another point is chosen now. Preview it again.",
  table: "Table",
  now: "Now",
  after: "After the restore",
  absent: "Not there",
  roughly: (rows: string) => `about ${rows}`,
  none: "All tables would have as many rows as they have now.",
  same: (count: number) => `${counted(count, "other table")} with as many rows as now.`,
  added: (name: string) => `${name}, which isn’t there now`,
  dropped: (name: string) => `${name}, which wouldn’t be there`,
  unread: (why: string) => `Couldn’t compare its tables. ${why}`,
  limits: "Only the number of rows is compared: rows that were updated don’t show.",
} as const;
