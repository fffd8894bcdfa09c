import type { Look } from "@/data/words";
import type { ComputeView } from "@/ipc/generated";

const STATES: Record<string, Look> = {
  init: { word: "Starting", tone: "progress" },
  active: { word: "Active", tone: "ok" },
  idle: { word: "Suspended", tone: "off" },
};

const COMING: Record<string, Look> = {
  active: { word: "Starting", tone: "progress" },
  idle: { word: "Suspending", tone: "progress" },
};

/** The state of a compute: what it is about to do counts before what it does. */
export function computeLook({ state, pendingState, isDisabled }: ComputeView): Look {
  if (pendingState !== null && pendingState !== state) {
    return COMING[pendingState] ?? { word: pendingState, tone: "progress" };
  }
  if (isDisabled) return { word: "Disabled", tone: "warning" };
  if (state === null) return { word: "Not reported", tone: "off" };
  return STATES[state] ?? { word: state, tone: "off" };
}

/** What it can be used for. */
export function kindWord({ isWritable }: ComputeView): string {
  return isWritable ? "Read-write" : "Read-only";
}

/** What it is called: the name that somebody gave it, or its id. */
export function computeName({ name, id }: ComputeView): string {
  return name ?? id;
}

/** What is being asked for now, by the last word of the work's name. */
export const ASKING: Record<string, string> = {
  start: "Start queued",
  suspend: "Suspend queued",
  restart: "Restart queued",
  enable: "Update queued",
  delete: "Delete queued",
};

/** What can be done with all selected computes. */
export const bulkWords = {
  start: "Start…",
  suspend: "Suspend…",
};
