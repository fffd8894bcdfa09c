import { counted, grouped } from "@/data/format";

/** The dialog and what is in it. */
export const SCHEMA = {
  title: (branch: string): string => `Schema of ${branch}`,
  about: "Reading a schema starts the branch’s compute if it is suspended.",
  show: "Show",
  differences: "Differences",
  whole: "Whole schema",
  database: "Database",
  base: "Compared with",
  at: "As of (local time)",
  baseAt: "As it was (local time)",
  now: "Now",
  apply: "Show",
  itself: (branch: string): string => `${branch} at an earlier time`,
  noWindow: "The project has no restore window.",
  loadingDatabases: "databases",
  databasesFailed: "Couldn’t load the databases",
  noDatabase: "This branch has no database.",
  loading: "schema",
  failed: "Couldn’t read the schema",
  code: "Schema",
  copied: "schema",
  empty: "The platform sent no schema.",
  lines: (count: number): string => counted(count, "line"),
  earlier: (lines: string, date: string): string => `${lines}, as of ${date}`,
  read: "Read",
  again: "Refresh",
  /** It was reset or restored meanwhile. */
  changed: (branch: string): string => `${branch} changed since its schema was read`,
  call: "Read schema",
};

/** How two schemas differ. */
export const COMPARISON = {
  loading: "comparison",
  failed: "Couldn’t compare the schemas",
  label: (database: string): string => `the schema of ${database}`,
  noTime: "Choose a time to compare with.",
  earlier: (base: string, date: string): string => `${base} at ${date}`,
  alone: "There is no other branch to compare it with.",
  none: (branch: string, base: string): string => `No differences: ${branch} has the same schema as ${base}.`,
  count: (added: number, removed: number, base: string): string =>
    `${counted(added, "line")} added and ${grouped(removed)} removed compared with ${base}`,
  unchanged: (count: number): string => counted(count, "unchanged line"),
  copied: "differences",
  unread: "The differences have an unknown format. They are shown as received.",
  changed: (branch: string, base: string): string => `${branch} or ${base} changed since they were read`,
  call: "Compare schemas",
};
