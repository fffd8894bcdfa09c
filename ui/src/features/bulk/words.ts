import { counted, grouped } from "@/data/format";
import type { Look, Tone } from "@/data/words";
import type {
  BulkItemState,
  BulkItemView,
  BulkPlanView,
  BulkRequest,
  BulkState,
  BulkVerb,
  BulkView,
} from "@/ipc/generated";
import { bulkItemStates, bulkStates, bulkVerbs } from "@/ipc/words";
import { formatDuration } from "@/kit/time/duration";

/** What can be done to many at once. */
export type BulkNoun = (typeof bulkVerbs)[BulkVerb]["one"];

/** What takes something away: its button is red. */
const DANGEROUS: readonly BulkVerb[] = ["deleteProjects", "deleteBranches", "revokeKeys"];

/** What deletes data. */
const DELETING: readonly BulkVerb[] = ["deleteProjects", "deleteBranches"];

/** What it is done to. */
export const nounOf = (verb: BulkVerb): BulkNoun => bulkVerbs[verb].one;

export const isDangerous = (verb: BulkVerb): boolean => DANGEROUS.includes(verb);

/** Returns true for tasks that delete what can be recovered. */
export const isDeletion = (verb: BulkVerb): boolean => DELETING.includes(verb);

export const warningsTitle = (verb: BulkVerb): string =>
  isDeletion(verb) ? "What will be deleted" : "Before you continue";

/** A phrase of a verb about these: "3 projects deleted". */
const said = (verb: BulkVerb, form: "order" | "doing" | "done", what: string): string =>
  bulkVerbs[verb][form].replace("{}", what);

const ITEMS: Record<BulkItemState, Tone> = {
  waiting: "off",
  running: "progress",
  done: "ok",
  failed: "danger",
  skipped: "off",
};

const STATES: Record<BulkState, Tone> = {
  running: "progress",
  paused: "warning",
  done: "ok",
  stopped: "off",
};

export const itemLook = (state: BulkItemState): Look => ({ word: bulkItemStates[state], tone: ITEMS[state] });

/** An end with failures is not shown as a good one. */
export function bulkLook({ state, items }: BulkView): Look {
  const failed = countOf(items, "failed");
  return state === "done" && failed > 0
    ? { word: `Completed, ${failed} failed`, tone: "danger" }
    : { word: bulkStates[state], tone: STATES[state] };
}

export function countOf(items: readonly BulkItemView[], state: BulkItemState): number {
  return items.filter((each) => each.state === state).length;
}

/** How many items have come to an end. */
export function endedOf(items: readonly BulkItemView[]): number {
  return items.filter(({ state }) => state === "done" || state === "failed" || state === "skipped").length;
}

/** "3 projects". */
export const things = (verb: BulkVerb, count: number): string =>
  counted(count, bulkVerbs[verb].one, bulkVerbs[verb].many);

/** "Delete 3 projects". */
export function orderWords(
  { verb, expiresAt }: Pick<BulkRequest, "verb" | "expiresAt">,
  count: number,
): string {
  const what = things(verb, count);
  return verb === "expireBranches" && expiresAt === null
    ? `Remove expiration of ${what}`
    : said(verb, "order", what);
}

/** "Deleting 3 projects". */
export const goingWords = ({ verb, items }: BulkView): string =>
  said(verb, "doing", things(verb, items.length));

/** "30 projects deleted", "27 of 30 projects deleted". */
export function resultWords({ verb, items }: BulkView): string {
  const done = countOf(items, "done");
  const all = things(verb, items.length);
  return said(verb, "done", done < items.length ? `${done} of ${all}` : all);
}

/** "30 projects deleted.", "27 of 30 projects deleted, 3 failed.", "Deleting 30 projects: paused, 12 of 30 done." */
export function noticeWords(bulk: BulkView): string {
  const { items, state } = bulk;
  const failed = countOf(items, "failed");
  if (state === "stopped") return `${resultWords(bulk)}, then stopped.`;
  if (state === "done")
    return failed > 0 ? `${resultWords(bulk)}, ${failed} failed.` : `${resultWords(bulk)}.`;
  return `${goingWords(bulk)}: ${bulkStates[state].toLowerCase()}, ${endedOf(items)} of ${items.length} done.`;
}

/** What it takes: "4 requests, about 2 s". */
export function costWords({ requests, seconds }: BulkPlanView): string {
  const span = seconds < 1 ? "under a second" : `about ${formatDuration(Math.ceil(seconds) * 1000)}`;
  return `${counted(requests, "request")}, ${span} at this key’s rate limit.`;
}

/** What can be done and what cannot, of a plan. */
export function splitPlan({ items }: BulkPlanView) {
  return {
    doable: items.filter(({ error, state }) => error === null && state !== "skipped"),
    refused: items.filter(({ error, state }) => error !== null || state === "skipped"),
  };
}

/** The palette. */
export const ACTIONS = {
  show: { title: "Show bulk tasks" },
  group: "Projects",
  none: "No bulk tasks",
};

/** A task that is running or has ended. */
export const TASK = {
  progress: (ended: number, all: string): string => `${grouped(ended)} of ${all}`,
  notDismissed: "Couldn’t dismiss the task",
  again: (failed: number): string => `Retry ${grouped(failed)} failed`,
  items: "Items",
  results: "Show results",
  title: "Bulk task",
  loading: "the task",
  failed: "Couldn’t load the task",
  continues: "It continues when you close this. Open it again from the list.",
  waits: "It stays paused when you close this. Open it again from the list.",
  meter: "Progress",
  paused: "Paused",
  resultsLabel: "results",
  copyResults: "Copy results as JSON",
  stop: "Stop",
  pause: "Pause",
  resume: "Resume",
  done: "Done",
};

/** What would be done, before it is begun. */
export const PLAN = {
  id: (id: string): string => `ID ${id}`,
  question: (order: string): string => `${order}?`,
  failed: "Couldn’t load the plan",
  notStarted: "Couldn’t start the task",
  takes: (account: string | undefined, cost: string): string =>
    `In ${account ?? "this account"}. Takes ${cost}`,
  expires: (date: string): string => `They expire on ${date}.`,
  skipped: "Skipped",
  skippedText: (what: string): string => `${what} will be skipped:`,
  loading: "the plan",
};
