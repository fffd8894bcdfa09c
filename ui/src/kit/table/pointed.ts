import { useRef, useSyncExternalStore } from "react";
import { afterPaint } from "@/kit/afterPaint";
import { currentTime } from "@/time/clock";
import { onOwnChange, rowsMayMove } from "./ownChanges";

/** Marks the element whose children are the rows of a table. */
export const ROWS = { "data-rows": "" } as const;

/** The element under the pointer. Not by enter and leave of React, which miss the leave when a menu is removed under the pointer. */
let under: Element | undefined;
/** The rows that it was part of when the pointer came over it: there is no event when it is replaced under a pointer at rest. */
let rowsUnder: Element | null | undefined;
const listeners = new Set<() => void>();

function move(target: EventTarget | null) {
  under = target instanceof Element ? target : undefined;
  rowsUnder = under?.closest("[data-rows]");
  for (const listener of listeners) listener();
}

document.addEventListener("pointerover", ({ target }) => move(target), true);
document.addEventListener(
  "pointerout",
  ({ relatedTarget }) => {
    if (relatedTarget === null) move(null);
  },
  true,
);

/** Whether the pointer is over rows: those of this table, or of any. */
export function isPointed(table?: Element | null): boolean {
  const rows = under?.isConnected ? under.closest("[data-rows]") : rowsUnder;
  return rows?.isConnected === true && (table === undefined || table?.contains(rows) === true);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const stop = onOwnChange(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/**
 * The value as it was when the pointer came over rows: what comes and goes above them by a refresh would move them. The
 * outcome of a refresh that a person asked for, or of a change in this window, is shown at once.
 */
export function useUnlessPointed<Value>(value: Value): Value {
  const isOver = useSyncExternalStore(subscribe, isPointedAnywhere);
  const last = useRef(value);
  if (!isOver || isAskedFor()) last.current = value;
  return last.current;
}

/** How long after a refresh its outcome may come in, in milliseconds. */
const OUTCOME = 1_000;

let refreshes = 0;
let refreshedAt = Number.NEGATIVE_INFINITY;

/** Has the outcome of a refresh shown above rows that the pointer is over, as a person asked for it. */
export async function showOutcome<Value>(refresh: Promise<Value>): Promise<Value> {
  refreshes += 1;
  try {
    return await refresh;
  } finally {
    // Not by the clock alone: a busy machine may draw the outcome later than that.
    void afterPaint().then(() => {
      refreshes -= 1;
      refreshedAt = currentTime();
    });
  }
}

const isAskedFor = () => refreshes > 0 || Math.abs(currentTime() - refreshedAt) < OUTCOME;

const isPointedAnywhere = () => isPointed() && !rowsMayMove();
