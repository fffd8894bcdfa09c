import { counted } from "@/data/format";
import type { Look } from "@/data/words";
import type {
  BulkItemState,
  BulkItemView,
  BulkPlanView,
  BulkState,
  BulkVerb,
  BulkView,
} from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";

/** What can be done to many at once. */
export type BulkNoun = "project" | "key";

const VERBS: Record<BulkVerb, { noun: BulkNoun; order: string; going: string; done: string }> = {
  deleteProjects: { noun: "project", order: "Delete", going: "Deleting", done: "deleted" },
  revokeKeys: { noun: "key", order: "Revoke", going: "Revoking", done: "revoked" },
  recoverProjects: { noun: "project", order: "Recover", going: "Recovering", done: "recovered" },
};

/** What it is done to. */
export const nounOf = (verb: BulkVerb): BulkNoun => VERBS[verb].noun;

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
export const things = (verb: BulkVerb, count: number): string => counted(count, nounOf(verb));

/** "Delete 3 projects". */
export const orderWords = (verb: BulkVerb, count: number): string =>
  `${VERBS[verb].order} ${things(verb, count)}`;

/** "Deleting 3 projects". */
export const goingWords = ({ verb, items }: BulkView): string =>
  `${VERBS[verb].going} ${things(verb, items.length)}`;

/** "30 projects deleted", "27 of 30 projects deleted". */
export function resultWords({ verb, items }: BulkView): string {
  const done = countOf(items, "done");
  const of = done < items.length ? `${done} of ` : "";
  return `${of}${things(verb, items.length)} ${VERBS[verb].done}`;
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
