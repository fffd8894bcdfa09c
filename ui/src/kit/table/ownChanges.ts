import { currentTime } from "@/time/clock";

/** How long after a change in this window its effects on lists may come in, in milliseconds. */
const EFFECTS = 3_000;

let changedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

/** Notes that a person changed something in this window: the lists show it at once, also under the pointer. */
export function noteOwnChange(): void {
  changedAt = currentTime();
  for (const listener of listeners) listener();
}

/** Calls the listener after each change that was made in this window, until the returned function is called. */
export function onOwnChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** As in a window in which nothing was changed for a while; for tests. */
export function forgetOwnChange(): void {
  changedAt = Number.NEGATIVE_INFINITY;
}

/** Whether rows may move because of a change that was made in this window. */
export const rowsMayMove = (): boolean => Math.abs(currentTime() - changedAt) < EFFECTS;
