import { counted, grouped, milliseconds } from "@/data/format";
import { outcomeLook } from "@/data/words";
import type { ActivityView } from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";
import { MINUTE } from "@/kit/time/useNow";

/** The sentences and labels of the history. */
export const words = {
  title: "History",
  allAccounts: "all accounts",
  loading: "the history",
  empty: "No history yet",
  emptyAll:
    "What you do in Plinth and the operations it starts appear here, newest first, for every account. Secrets are never logged.",
  emptyProject:
    "Operations on this project and what you do with it appear here: branches created, computes started and suspended, settings changed.",
  operationsFailed: "Couldn’t load the operations",
  logFailed: "Couldn’t load your actions",
  exportFailed: "Couldn’t export your actions",
  refreshFailed: "Couldn’t refresh the operation",
  clear: "Clear",
  clearFilters: "Clear filters",
  loadOlder: "Load older",
  exportActions: "Export actions…",
  export: "Export",
  operation: "Operation",
  action: "Your action",
  project: "Project",
  thisApp: "Plinth",
  yourActions: "Your actions",
  startedElsewhere: "Started elsewhere",
  vanishedTitle: "No longer available",
  vanished:
    "The platform no longer has a record of this operation. Records expire and are removed with their project. Its result is unknown.",
  noReason: "The platform reports no reason.",
  now: "Now",
  earlier: "Earlier",
  later: "Later",
  zoom: "Zoom",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  showLatest: "Show latest",
} as const;

/** "2 running · all accounts". */
export const asideWords = (running: number): string =>
  [...(running > 0 ? [runningWords(running)] : []), words.allAccounts].join(" · ");

export const runningWords = (running: number): string => `${grouped(running)} running`;

export const noMatchesWords = (text: string): string =>
  text.trim() === "" ? "No matches" : `No matches for “${text.trim()}”`;

export const shownWords = (count: number): string => counted(count, "entry", "entries");

/** After the choice in a menu. */
export const copiedWords = (count: number): string => `${shownWords(count)} copied as JSON`;

export const exportedWords = (count: number): string => `${counted(count, "action")} exported to`;

export const failedWords = (failures: number): string =>
  failures > 0 ? `Failed ${counted(failures, "time")}` : "Failed";

/** Beside the state of an operation that failed. */
export const failuresWords = (failures: number): string => counted(failures, "failure");

/** Accounts whose operations run and cannot be read now. */
export const staleWords = (names: string): string =>
  `Operations of ${names} may be outdated: Plinth can’t reach the platform.`;

export const nothingWords = (from: string, to: string): string => `Nothing between ${from} and ${to}.`;

export const sinceWords = (since: string): string => `Loaded back to ${since}.`;

/** What has ended is shown to the tenth below a minute; what goes on by whole seconds, as it is drawn anew each second. */
export function takenWords(taken: number, isOver: boolean): string {
  // Instants of the platform are whole seconds.
  if (isOver && taken === 0) return "under 1 s";
  return isOver && taken < MINUTE ? milliseconds(taken) : formatDuration(taken);
}

/** Beside a bar: "failed, retry in 5 s". */
export function failedBarWords(untilRetry: number | undefined): string {
  if (untilRetry === undefined) return "failed";
  return untilRetry > 0 ? `failed, retry in ${formatDuration(untilRetry)}` : "failed, retrying";
}

/** Beside the mark of one's own action; nothing where it was done. */
export function outcomeWords({ outcome }: ActivityView): string | undefined {
  return outcome === "done" ? undefined : outcomeLook(outcome).word.toLowerCase();
}

/** One operation or action. */
export const DETAIL = {
  more: (name: string) => `More actions for ${name}`,
  subject: "Subject",
  where: "Where",
  time: "Time",
  operation: "Operation",
  operations: "Operations",
  requestId: "Request ID",
  requestIdValue: "request ID",
  account: "Account",
  branch: "Branch",
  compute: "Compute",
  computeId: "compute ID",
  startedBy: "Started by",
  created: "Created",
  followed: "Tracked since",
  lastChange: "Last change",
  ended: "Ended",
  duration: "Duration",
  elapsed: "Elapsed",
  operationId: "Operation ID",
  operationIdValue: "operation ID",
  status: "Platform status",
  noAction: "no action",
  moment: "a moment",
  unknown: "Unknown",
  dismiss: "Dismiss",
  /** Before the time that is left. */
  nextAttempt: "Next attempt in",
  retryIn: "retry in",
} as const;

/** What is chosen of the history. */
export const FILTER = {
  timeline: "Timeline",
  list: "List",
  view: "View",
  filter: "Filter history",
  state: "State",
  action: "Action",
  where: "Account or project",
  anyState: "Any state",
  active: "Running and failed",
  running: "Running",
  anyAction: "Any action",
  operations: "Operations only",
  own: "Your actions only",
  allAccounts: "All accounts",
} as const;

/** The columns of the list. */
export const COLUMNS = {
  actions: (name: string) => `Actions for ${name}`,
  action: "Action",
  where: "Where",
  branch: "Branch, compute",
  state: "State",
  duration: "Duration",
  time: "Time",
} as const;

/** Everything that the platform reports of an operation. */
export const FIELDS = {
  projectId: "Project ID",
  branchId: "Branch ID",
  computeId: "Compute ID",
  action: "Action",
  status: "Status",
  error: "Error",
  failures: "Failures",
  duration: "Duration (ms)",
  retry: "Next attempt",
  created: "Created",
  updated: "Updated",
} as const;

/** The actions on entries of the history. */
export const ACTIONS = {
  entry: "This action",
  open: "Open",
  openNamed: (subject: string) => `Open ${subject}`,
  showOperation: "Show operation",
  copyGroup: "Copy",
  curl: "Copy as curl",
  copyRequestId: "Copy request ID",
  requestIdCopied: "Request ID copied",
  json: "Copy as JSON",
  actionCopied: "Action copied as JSON",
  operation: "This operation",
  copyOperation: "Copy this operation",
  goTo: "Go to",
  timeline: "History as a timeline",
  openProject: "Open project",
  openBranch: "Open branch",
  openBranchNamed: (branch: string) => `Open branch ${branch}`,
  refresh: "Refresh",
  copyId: "Copy operation ID",
  idCopied: "Operation ID copied",
  operationCopied: "Operation copied as JSON",
  get: "Get operation",
} as const;
