import { counted, grouped } from "@/data/format";
import type { SqlCut, SqlRunView, SqlTransactionView } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";

/** The bar above the editor. */
export const BAR = {
  tools: "Run and choose the database",
  database: "Database",
  role: "Role",
  run: "Run",
  runHint: "Runs the selection, or the statement at the caret (Ctrl-Enter)",
  runAll: "Run all",
  runAllHint: "Runs the whole text (Ctrl-Shift-Enter)",
  try: "Try on a branch",
  tryHint:
    "Runs the selection, or the whole text, on a branch of now and reports its effects. Nothing changes here.",
  tryLocked: "The account is read-only, so no branch can be created to try it on.",
  stop: "Stop",
  readOnly: "Read-only",
  readOnlyHint: "Each statement runs in a transaction that can’t change anything and is rolled back.",
  locked: "The account is read-only: only queries run, and all are rolled back.",
  manual: "Manual transactions",
  manualHint: "A transaction stays open until you commit it or roll it back.",
} as const;

/** The editor with its tabs. */
export const EDITOR = {
  label: "SQL editor",
  placeholder: "SELECT 1",
  loading: "the editor",
  tabs: "Queries",
  name: (number: number) => `Query ${number}`,
  add: "New query",
  rename: "Name of the query",
  renameHint: "Double-click or F2 to rename",
  others: "Copy a query of another database",
  /** The beginning of a text in one line. */
  excerpt: (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 40),
  close: (name: string) => `Close ${name}`,
  masked: "A password in this text is kept as dots. The text in this window has the password until you quit.",
  unsaved: "Couldn’t save the text of this query",
  unread: "Couldn’t load the saved queries",
  height: "Height of the editor",
} as const;

/** Reasons why no statement can run yet. */
export const PLACE = {
  loading: "the databases",
  failed: "Couldn’t load the databases",
  noBranch: "This project has no branch to connect to.",
  noDatabase: "This branch has no database yet.",
  noRole: "No role on this branch can log in.",
} as const;

/** A transaction that is open. */
export const TRANSACTION = {
  label: "Open transaction",
  since: ({ statements }: SqlTransactionView, span: string): string =>
    `${counted(statements, "statement")}, ${span} in this transaction`,
  failed: "A statement failed in this transaction. It can only be rolled back.",
  commit: "Commit",
  rollBack: "Roll back",
} as const;

/** The results of a run. */
export const RESULTS = {
  label: "Results",
  tabs: "Results of the last run",
  tab: (number: number): string => `Result ${number}`,
  failedTab: (number: number): string => `Result ${number}, failed`,
  grid: (number: number): string => `Rows of result ${number}`,
  empty: "Nothing has run yet",
  emptyText: "Press Ctrl-Enter to run the statement at the caret. Results are shown here.",
  connecting: "Connecting… A suspended compute starts first.",
  running: (total: number, done: number, span: string): string =>
    total > 1 ? `Running statement ${done + 1} of ${total} · ${span}` : `Running · ${span}`,
  notRun: "Couldn’t run the statement",
  rowsFailed: "Couldn’t read the rows",
  unlisted: (count: number): string => `${counted(count, "more result")} not shown`,
  done: "Done",
  readOnly: "read-only",
  ended: "No statement returned anything.",
} as const;

/** Rows that were read; more may follow where these are not all. */
export const rowsWords = (rows: number, areAll: boolean): string =>
  areAll ? counted(rows, "row") : `${counted(rows, "row")} so far`;

/** Returns the reason why only the first rows are there. */
export function cutWords(cut: SqlCut, rows: number): string {
  const first = `First ${counted(rows, "row")}.`;
  switch (cut) {
    case "idle":
      return `${first} Run again for more.`;
    case "full":
      return `${first} There is no room for more.`;
    case "script":
      return `${first} Run this statement alone for more.`;
    case "stopped":
      return `${first} The rest was not read.`;
  }
}

/** How far a run is, for screen readers. */
export function runWords({ state, done, results, error: refusal }: SqlRunView): string {
  if (state !== "ended" && state !== "paused") return "";
  const failed = refusal !== null || results.some(({ error }) => error !== null);
  return failed ? "The statement failed." : `${counted(done, "statement")} done.`;
}

/** A script that was tried on a branch. */
export const TRIAL = {
  label: "Report of the trial",
  running: (span: string): string => `Trying it on a branch · ${span}`,
  title: (branch: string): string => `Tried on ${branch}`,
  summary: (statements: number, span: string, branch: string): string =>
    `${counted(statements, "statement")} in ${span}, after ${branch} for the branch. The branch stays for an hour.`,
  left: "Sequences, dblink and HTTP calls are not rolled back.",
  failed: (number: number): string => `Statement ${number} failed`,
  tables: "Rows",
  noTables: "No rows changed.",
  table: "Table",
  inserted: "Inserted",
  updated: "Updated",
  deleted: "Deleted",
  locks: "Strongest lock of each table",
  noLocks: "No table that was there before was locked.",
  lock: "Lock",
  held: "Held at least",
  statement: "Statement",
  sampled: "sampled",
  schema: "Schema",
  noSchema: "The schema stays as it is.",
  diff: "Changes of the schema",
  close: "Close the report",
} as const;

/** A refusal of the server. */
export const ERROR = {
  detail: "Detail",
  hint: "Hint",
  context: "Context",
  code: (sqlstate: string): string => `SQLSTATE ${sqlstate}`,
  show: "Show in editor",
  notices: "Notices",
} as const;

/** A whole cell. */
export const CELL = {
  label: (column: string, row: number): string => `${column}, row ${grouped(row)}`,
  value: "the value",
  none: "NULL",
  empty: "An empty text",
  cut: (kept: number, whole: number): string =>
    `The first ${formatBytes(kept)} of ${formatBytes(whole)} are shown.`,
  close: "Close the value",
} as const;

/** Asks before a statement sweeps a table of a production account. */
export const PRODUCTION = {
  title: (database: string): string => `Run this in ${database}?`,
  text: (reason: string): string => `${reason}. It changes or removes more than single rows.`,
  confirm: "Run it",
} as const;

/** Asks before a query is closed. */
export const CLOSE = {
  title: (name: string): string => `Close ${name}?`,
  text: "Its text is deleted.",
  transaction: (statements: number): string =>
    `Its open transaction with ${counted(statements, "statement")} is rolled back.`,
  running: "Its running statement is stopped.",
  confirm: "Close query",
} as const;
