import { counted } from "@/data/format";

/** What a restore would put there, before it is done. */
export const PREVIEW = {
  title: "Preview",
  start: "Preview",
  about: "Compares row counts. Connects to the branch, and to a temporary branch of that point.",
  noPoint: "Choose a point within the restore window first.",
  running: "Comparing row counts…",
  stop: "Stop",
  failed: "Couldn’t preview the restore",
  other: "You chose another point. Preview it again.",
  table: "Table",
  now: "Now",
  after: "After the restore",
  change: "Change",
  gained: "Table comes back",
  lost: "Table goes",
  absent: "–",
  roughly: (rows: string) => `about ${rows}`,
  none: "Each table would have the same number of rows as now.",
  empty: "It has no tables.",
  same: (count: number) => `${counted(count, "other table")} with the same number of rows.`,
  added: (name: string) => `${name}, which isn’t there now`,
  dropped: (name: string) => `${name}, which wouldn’t be there`,
  unread: (why: string) => `Couldn’t compare its tables. ${why}`,
  limits: "Only the number of rows is compared: rows that were updated don’t show.",
} as const;
