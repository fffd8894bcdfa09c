import { useRef, useSyncExternalStore } from "react";
import { currentTime } from "@/time/clock";
import { onOwnChange, rowsMayMove } from "./ownChanges";

/** Marks the element whose children are the rows of a table. */
export const ROWS = { "data-rows": "" } as const;

/** The element under the pointer. Not by enter and leave of React, which miss the leave when a menu is removed under the pointer. */
let under: Element | undefined;
/** The pointer's last place in the page. */
let place = { x: 0, y: 0 };
const listeners = new Set<() => void>();

function move(target: EventTarget | null) {
  under = target instanceof Element ? target : undefined;
  for (const listener of listeners) listener();
}

const note = ({ clientX, clientY }: PointerEvent) => {
  place = { x: clientX, y: clientY };
};

document.addEventListener("pointermove", note, { capture: true, passive: true });
document.addEventListener(
  "pointerover",
  (event) => {
    note(event);
    move(event.target);
  },
  true,
);
document.addEventListener(
  "pointerout",
  ({ relatedTarget }) => {
    if (relatedTarget === null) move(null);
  },
  true,
);

/** Returns the element under the pointer. One that was removed under a pointer at rest has no event, so its place is asked. */
function elementUnder(): Element | undefined {
  if (under && !under.isConnected) under = document.elementFromPoint(place.x, place.y) ?? undefined;
  return under;
}

/** Whether the pointer is over rows: those of this table, or of any. */
export function isPointed(table?: Element | null): boolean {
  const rows = elementUnder()?.closest("[data-rows]");
  return rows != null && (table === undefined || table?.contains(rows) === true);
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
    refreshes -= 1;
    refreshedAt = currentTime();
  }
}

const isAskedFor = () => refreshes > 0 || Math.abs(currentTime() - refreshedAt) < OUTCOME;

const isPointedAnywhere = () => isPointed() && !rowsMayMove();
