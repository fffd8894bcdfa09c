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

const VERBS: Record<BulkVerb, { order: string; going: string; done: string }> = {
  deleteProjects: { order: "Delete", going: "Deleting", done: "Deleted" },
  revokeKeys: { order: "Revoke", going: "Revoking", done: "Revoked" },
  recoverProjects: { order: "Recover", going: "Recovering", done: "Recovered" },
};

const ITEMS: Record<BulkItemState, Look> = {
  waiting: { word: "Waiting", tone: "off" },
  running: { word: "Under way", tone: "progress" },
  done: { word: "Done", tone: "ok" },
  failed: { word: "Failed", tone: "danger" },
  skipped: { word: "Left as it is", tone: "off" },
};

const STATES: Record<BulkState, Look> = {
  running: { word: "Going on", tone: "progress" },
  paused: { word: "Paused", tone: "warning" },
  done: { word: "Ended", tone: "ok" },
  stopped: { word: "Stopped", tone: "off" },
};

export const itemLook = (state: BulkItemState): Look => ITEMS[state];

/** An end with failures is not told as a good one. */
export function bulkLook({ state, items }: BulkView): Look {
  const failed = countOf(items, "failed");
  return state === "done" && failed > 0 ? { word: `Ended, ${failed} failed`, tone: "danger" } : STATES[state];
}

export function countOf(items: readonly BulkItemView[], state: BulkItemState): number {
  return items.filter((each) => each.state === state).length;
}

/** How many items have come to an end. */
export function endedOf(items: readonly BulkItemView[]): number {
  return items.filter(({ state }) => state === "done" || state === "failed" || state === "skipped").length;
}

export const projects = (count: number): string => counted(count, "project");

/** "Delete 3 projects". */
export const orderWords = (verb: BulkVerb, count: number): string =>
  `${VERBS[verb].order} ${projects(count)}`;

/** "Deleting 3 projects". */
export const goingWords = ({ verb, items }: BulkView): string =>
  `${VERBS[verb].going} ${projects(items.length)}`;

/** "Deleted 27 of 30 projects". */
export function resultWords({ verb, items }: BulkView): string {
  return `${VERBS[verb].done} ${countOf(items, "done")} of ${projects(items.length)}`;
}

/** What it takes: "4 requests, about 2 s". */
export function costWords({ requests, seconds }: BulkPlanView): string {
  const span = seconds < 1 ? "under a second" : `about ${formatDuration(Math.ceil(seconds) * 1000)}`;
  return `${counted(requests, "request")}, ${span} within the rate of the key.`;
}

/** What can be done and what cannot, of a plan. */
export function splitPlan({ items }: BulkPlanView) {
  return {
    doable: items.filter(({ error, state }) => error === null && state !== "skipped"),
    refused: items.filter(({ error, state }) => error !== null || state === "skipped"),
  };
}
