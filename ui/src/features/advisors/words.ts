import { counted } from "@/data/format";
import type { IssueLevel } from "@/ipc/generated";
import { issueLevels } from "@/ipc/words";
import type { Tone } from "@/kit/data/Pill";

/** The card and what is in it. */
export const CARD = {
  title: "Advisors",
  // Not called as those of the connection, which stand on the same page.
  branch: "Branch to check",
  database: "Database to check",
  loading: "branches",
  loadingDatabases: "databases",
  branchesFailed: "Couldn’t load the branches",
  databasesFailed: "Couldn’t load the databases",
  noBranches: "This project has no branch yet.",
  noDatabase: "This branch has no database.",
  about:
    "Advisors look for security and performance issues in a database. A check starts the branch’s compute if it is suspended.",
  checking: "issues",
  failed: "Couldn’t check the database",
  none: "No issues found in this database.",
  checked: "Last checked",
  list: "Issues",
  changed: (branch: string): string => `${branch} changed since it was checked`,
  call: (database: string): string => `Check ${database}`,
  remediation: "What to do",
  link: "link",
  open: (host: string): string => `Open on ${host}`,
  openFailed: "Couldn’t open the page",
  more: (count: number): string => `Show ${counted(count, "more case")}`,
  external: "Exposed",
  externalHint: "Accessible to roles other than the owner",
};

/** What can be done. */
export const ACTIONS = {
  group: "Advisors",
  run: {
    title: "Check database",
    titleFor: ({ branchName, database }: { branchName: string; database: string }): string =>
      `Check ${branchName} / ${database} for issues`,
  },
  again: "Run again",
};

/** Each level, with how many of it there are and its look. */
export const LEVELS: Record<IssueLevel, { word: string; many: string; tone: Tone }> = {
  error: { word: issueLevels.error, many: "errors", tone: "danger" },
  warning: { word: issueLevels.warning, many: "warnings", tone: "warning" },
  info: { word: issueLevels.info, many: "suggestions", tone: "off" },
  other: { word: issueLevels.other, many: "others", tone: "off" },
};

/** What an issue is about; a word of the platform’s that is not here is shown as it is. */
export const CATEGORIES: Record<string, string> = {
  SECURITY: "Security",
  PERFORMANCE: "Performance",
};
