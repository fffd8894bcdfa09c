import { counted, grouped } from "@/data/format";
import type { TableKind } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";

/** The list of tables. */
export const LIST = {
  label: "Tables",
  filter: "Filter tables",
  loading: "the tables",
  connecting: "Connecting… A suspended compute starts first.",
  failed: "Couldn’t load the tables",
  refresh: "Refresh tables",
  empty: "No tables yet",
  emptyText: "This database has no tables or views that this role can see. Create one in the SQL tab.",
  choose: "No table is open",
  chooseText: "Choose a table to see its rows and its structure.",
  gone: (name: string): string => `${name} is no longer available.`,
} as const;

/** Returns how many tables, views and sequences are listed, of how many where a filter narrows them. */
export const countWords = (shown: number, all: number): string =>
  shown === all ? counted(all, "object") : `${grouped(shown)} of ${counted(all, "object")}`;

const KINDS: Record<TableKind, string> = {
  table: "Table",
  partitioned: "Partitioned table",
  view: "View",
  materializedView: "Materialized view",
  foreign: "Foreign table",
  sequence: "Sequence",
};

/** Returns the kind of a table, its estimated rows and its size. An ordinary table with an estimate needs no word for its kind. */
export function factsWords(kind: TableKind, estimatedRows: number | null, bytes: number | null): string {
  const facts = [
    (kind !== "table" || estimatedRows === null) && KINDS[kind],
    estimatedRows !== null && `≈ ${short(estimatedRows)} ${estimatedRows === 1 ? "row" : "rows"}`,
    bytes !== null && bytes > 0 && formatBytes(bytes),
  ];
  return facts.filter(Boolean).join(" · ");
}

const UNITS = ["", "K", "M", "B", "T"];

/** Returns a number with three digits at most: `950`, `1.2M`. */
export function short(count: number): string {
  let value = count;
  let unit = 0;
  // 999.5 would be rounded to 1000.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits).replace(/\.0$/, "")}${UNITS[unit]}`;
}

/** A table that is open. */
export const TABLE = {
  parts: "Parts of the table",
  rows: "Rows",
  loading: "the rows",
  structure: "Structure",
  openInSql: "Open in SQL",
  refresh: "Refresh rows",
  grid: (table: string): string => `Rows of ${table}`,
  failed: "Couldn’t load the rows",
  unsorted: "Remove sorting",
} as const;

/** The structure of a table. */
export const STRUCTURE = {
  label: (table: string): string => `Structure of ${table}`,
  definition: (name: string): string => `the SQL of ${name}`,
  loading: "the structure",
  failed: "Couldn’t load the structure",
  columns: "Columns",
  column: "Column",
  type: "Type",
  notNull: "Not null",
  default: "Default",
  comment: "Comment",
  key: "Primary key",
  yes: "Yes",
  indexes: "Indexes",
  constraints: "Constraints",
  triggers: "Triggers",
  policies: "Policies",
  none: (parts: string): string => `No ${parts.toLowerCase()}`,
} as const;
