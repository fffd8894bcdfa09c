import { counted, grouped } from "@/data/format";
import type { Look } from "@/data/words";
import type {
  BulkItemState,
  BulkItemView,
  BulkPlanView,
  BulkState,
  BulkVerb,
  BulkView,
  BulkWish,
} from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";

/** What can be done to many at once. */
export type BulkNoun = "project" | "key" | "branch" | "compute";

/** What is said of a kind of task. `what`: "3 projects". */
interface BulkWords {
  noun: BulkNoun;
  order(what: string): string;
  going(what: string): string;
  done(what: string): string;
  /** It can take something away, so its button is red. */
  danger?: true;
  /** The title of what is said before it is done; "Before you continue" where nothing goes. */
  warnings?: string;
}

const VERBS: Record<BulkVerb, BulkWords> = {
  deleteProjects: {
    noun: "project",
    order: (what) => `Delete ${what}`,
    going: (what) => `Deleting ${what}`,
    done: (what) => `${what} deleted`,
    danger: true,
    warnings: "What will be deleted",
  },
  recoverProjects: {
    noun: "project",
    order: (what) => `Recover ${what}`,
    going: (what) => `Recovering ${what}`,
    done: (what) => `${what} recovered`,
  },
  revokeKeys: {
    noun: "key",
    order: (what) => `Revoke ${what}`,
    going: (what) => `Revoking ${what}`,
    done: (what) => `${what} revoked`,
    danger: true,
  },
  deleteBranches: {
    noun: "branch",
    order: (what) => `Delete ${what}`,
    going: (what) => `Deleting ${what}`,
    done: (what) => `${what} deleted`,
    danger: true,
    warnings: "What will be deleted",
  },
  recoverBranches: {
    noun: "branch",
    order: (what) => `Recover ${what}`,
    going: (what) => `Recovering ${what}`,
    done: (what) => `${what} recovered`,
  },
  protectBranches: {
    noun: "branch",
    order: (what) => `Protect ${what}`,
    going: (what) => `Protecting ${what}`,
    done: (what) => `${what} protected`,
  },
  unprotectBranches: {
    noun: "branch",
    order: (what) => `Unprotect ${what}`,
    going: (what) => `Unprotecting ${what}`,
    done: (what) => `${what} unprotected`,
  },
  expireBranches: {
    noun: "branch",
    order: (what) => `Set expiration of ${what}`,
    going: (what) => `Setting expiration of ${what}`,
    done: (what) => `Expiration of ${what} set`,
  },
  startComputes: {
    noun: "compute",
    order: (what) => `Start ${what}`,
    going: (what) => `Starting ${what}`,
    done: (what) => `${what} started`,
  },
  suspendComputes: {
    noun: "compute",
    order: (what) => `Suspend ${what}`,
    going: (what) => `Suspending ${what}`,
    done: (what) => `${what} suspended`,
  },
};

const PLURALS: Record<BulkNoun, string> = {
  project: "projects",
  key: "keys",
  branch: "branches",
  compute: "computes",
};

/** What it is done to. */
export const nounOf = (verb: BulkVerb): BulkNoun => VERBS[verb].noun;

export const isDangerous = (verb: BulkVerb): boolean => VERBS[verb].danger === true;

export const warningsTitle = (verb: BulkVerb): string => VERBS[verb].warnings ?? "Before you continue";

const ITEMS: Record<BulkItemState, Look> = {
  waiting: { word: "Waiting", tone: "off" },
  running: { word: "Running", tone: "progress" },
  done: { word: "Done", tone: "ok" },
  failed: { word: "Failed", tone: "danger" },
  skipped: { word: "Skipped", tone: "off" },
};

const STATES: Record<BulkState, Look> = {
  running: { word: "Running", tone: "progress" },
  paused: { word: "Paused", tone: "warning" },
  done: { word: "Completed", tone: "ok" },
  stopped: { word: "Stopped", tone: "off" },
};

export const itemLook = (state: BulkItemState): Look => ITEMS[state];

/** An end with failures is not shown as a good one. */
export function bulkLook({ state, items }: BulkView): Look {
  const failed = countOf(items, "failed");
  return state === "done" && failed > 0
    ? { word: `Completed, ${failed} failed`, tone: "danger" }
    : STATES[state];
}

export function countOf(items: readonly BulkItemView[], state: BulkItemState): number {
  return items.filter((each) => each.state === state).length;
}

/** How many items have come to an end. */
export function endedOf(items: readonly BulkItemView[]): number {
  return items.filter(({ state }) => state === "done" || state === "failed" || state === "skipped").length;
}

/** "3 projects". */
export const things = (verb: BulkVerb, count: number): string => many(nounOf(verb), count);

/** "3 branches". */
export const many = (noun: BulkNoun, count: number): string => counted(count, noun, PLURALS[noun]);

/** "Delete 3 projects". */
export function orderWords({ verb, expiresAt }: Pick<BulkWish, "verb" | "expiresAt">, count: number): string {
  const what = things(verb, count);
  return verb === "expireBranches" && expiresAt === null
    ? `Remove expiration of ${what}`
    : VERBS[verb].order(what);
}

/** "Deleting 3 projects". */
export const goingWords = ({ verb, items }: BulkView): string =>
  VERBS[verb].going(things(verb, items.length));

/** "30 projects deleted", "27 of 30 projects deleted". */
export function resultWords({ verb, items }: BulkView): string {
  const done = countOf(items, "done");
  const all = things(verb, items.length);
  return VERBS[verb].done(done < items.length ? `${done} of ${all}` : all);
}

/** "30 projects deleted.", "27 of 30 projects deleted, 3 failed.", "Deleting 30 projects: paused, 12 of 30 done." */
export function noticeWords(bulk: BulkView): string {
  const { items, state } = bulk;
  const failed = countOf(items, "failed");
  if (state === "stopped") return `${resultWords(bulk)}, then stopped.`;
  if (state === "done")
    return failed > 0 ? `${resultWords(bulk)}, ${failed} failed.` : `${resultWords(bulk)}.`;
  return `${goingWords(bulk)}: ${STATES[state].word.toLowerCase()}, ${endedOf(items)} of ${items.length} done.`;
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
  again: (failed: number): string => `Retry ${grouped(failed)} failed`,
  items: "Items",
  results: "Show results",
  title: "Bulk task",
  loading: "the task",
  failed: "Couldn’t load the task",
  continues: "It continues when you close this. Open it again from the list.",
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
  final: "This can’t be undone: requests with these keys are refused right away.",
  skipped: "Skipped",
  skippedText: (what: string): string => `${what} will be skipped:`,
  loading: "the plan",
};
