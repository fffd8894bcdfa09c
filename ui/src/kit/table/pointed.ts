import { useRef, useSyncExternalStore } from "react";

/** The tables whose rows the pointer is over. */
const pointed = new Set<object>();
const listeners = new Set<() => void>();

/** Notes whether the pointer is over the rows of a table. */
export function notePointed(table: object, isOver: boolean): void {
  const changed = isOver ? !pointed.has(table) && pointed.add(table) : pointed.delete(table);
  if (changed) for (const listener of listeners) listener();
}

export const isPointed = (table: object): boolean => pointed.has(table);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The value as it was when the pointer came over rows: what comes and goes above them by a refresh would move them. */
export function useUnlessPointed<Value>(value: Value): Value {
  const isOver = useSyncExternalStore(subscribe, () => pointed.size > 0);
  const last = useRef(value);
  if (!isOver) last.current = value;
  return last.current;
}
