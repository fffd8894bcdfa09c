import { type Look, openLook, type Tone } from "@/data/words";
import type { ComputeView } from "@/ipc/generated";
import { computeStates } from "@/ipc/words";

const TONES: Record<keyof typeof computeStates, Tone> = {
  init: "progress",
  active: "ok",
  suspending: "progress",
  idle: "off",
  disabled: "warning",
};

const COMING: Record<string, keyof typeof computeStates> = { active: "init", idle: "suspending" };

/** The state of a compute: what it is about to do counts before what it does. */
export function computeLook({ state, pendingState, isDisabled }: ComputeView): Look {
  if (pendingState !== null && pendingState !== state) {
    return openLook(computeStates, TONES, COMING[pendingState] ?? pendingState, "progress");
  }
  if (isDisabled) return openLook(computeStates, TONES, "disabled", "warning");
  if (state === null) return { word: "Not reported", tone: "off" };
  return openLook(computeStates, TONES, state, "off");
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
