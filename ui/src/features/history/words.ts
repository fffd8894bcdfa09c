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
  clearFilters: "Clear filters",
  loadOlder: "Load older",
  exportActions: "Export actions…",
  operation: "Operation",
  action: "Your action",
  project: "Project",
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
