import { useSyncExternalStore } from "react";
import { isTyped } from "./shortcut";

let on = true;
const listeners = new Set<() => void>();

/** Whether letters and signs do something by themselves. */
export function setSingleKeys(wanted: boolean): void {
  if (wanted === on) return;
  on = wanted;
  for (const listener of listeners) listener();
}

export const singleKeysAreOn = () => on;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The keys, while they do something. */
export function useAnswering(shortcut: string | undefined): string | undefined {
  const singleKeys = useSyncExternalStore(subscribe, singleKeysAreOn);
  return shortcut !== undefined && !singleKeys && isTyped(shortcut) ? undefined : shortcut;
}
