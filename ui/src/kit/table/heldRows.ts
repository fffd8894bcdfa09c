import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import type { TableProps } from "./columns";
import { onOwnChange, rowsMayMove } from "./ownChanges";
import { isPointed } from "./pointed";

/** Rows in the order in which they are shown. */
export interface HeldRows<Row> {
  rows: readonly Row[];
  /** The keys of rows that left the list and keep their places until rows may move. */
  gone: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Shows a changed list without moving a row: rows keep their places and have their new values, removed rows stay as gone,
 * and new rows follow the last one. A list that shares no row with the shown one replaces it.
 */
export function holdRows<Row>(
  shown: readonly Row[],
  next: readonly Row[],
  rowKey: (row: Row) => string,
): HeldRows<Row> {
  const left = new Map(next.map((row) => [rowKey(row), row]));
  const gone = new Set<string>();
  const rows = shown.map((row) => {
    const key = rowKey(row);
    const same = left.get(key);
    if (same === undefined) gone.add(key);
    left.delete(key);
    return same ?? row;
  });
  if (gone.size === shown.length) return { rows: next, gone: NONE };
  rows.push(...left.values());
  const isInOrder = gone.size === 0 && rows.every((row, index) => row === next[index]);
  return { rows: isInOrder ? next : rows, gone };
}

/** Up to this many rows are compared with those before, so that equal ones are not drawn again. */
const COMPARED = 2_000;

/** The new rows; a row whose fields are the same as before stays the same object. */
export function shareRows<Row>(
  before: readonly Row[],
  next: readonly Row[],
  rowKey: (row: Row) => string,
): readonly Row[] {
  if (before.length === 0 || Math.max(before.length, next.length) > COMPARED) return next;
  const known = new Map(before.map((row) => [rowKey(row), row]));
  const rows = next.map((row) => {
    const same = known.get(rowKey(row));
    return same !== undefined && isShallowEqual(same, row) ? same : row;
  });
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows;
}

function isShallowEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** After any of these the pointer, the focus or a menu may have left the rows. */
const LEAVING = ["pointerover", "pointerout", "focusin", "focusout", "keyup", "click"] as const;

interface Shown<Row> {
  given: readonly Row[];
  arrangement: readonly unknown[];
  held: HeldRows<Row>;
}

/** The order and the filter of a table, by which a list that is arranged anew is told from one that was refreshed. */
export function arrangementOf<Row>({ sort, arrangement = [] }: TableProps<Row>): readonly unknown[] {
  return [sort?.column, sort?.direction, ...arrangement];
}

/**
 * The rows of a table as they are shown. Their places hold while the pointer is over the rows, a menu of a row is open or
 * the keys are on a row. Another order or filter (`sort`, `arrangement`), or a change made in this window, moves rows at once.
 */
export function useHeldRows<Row>(scroller: RefObject<HTMLElement | null>, table: TableProps<Row>) {
  const { rows: given, rowKey } = table;
  const last = useRef<Shown<Row>>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const wanted = arrangementOf(table);
  const isHeld = (byKeys: boolean) =>
    !rowsMayMove() &&
    (isPointed(scroller.current) || hasOpenMenu(scroller.current) || (byKeys && hasKeys(scroller.current)));

  let shown = last.current;
  if (!shown || shown.given !== given || !isSame(shown.arrangement, wanted)) {
    const before = shown?.held.rows ?? [];
    const next = shareRows(before, given, rowKey);
    const holds = shown !== undefined && isSame(shown.arrangement, wanted) && isHeld(true);
    shown = {
      given,
      arrangement: wanted,
      held: holds ? holdRows(before, next, rowKey) : { rows: next, gone: NONE },
    };
  }
  const { held } = shown;
  useLayoutEffect(() => {
    last.current = shown;
  });

  const release = () => {
    const now = last.current;
    if (!now || now.held.rows === now.given) return;
    last.current = { ...now, held: { rows: shareRows(now.held.rows, now.given, rowKey), gone: NONE } };
    redraw();
  };
  const isWaiting = held.gone.size > 0 || !isInOrder(held.rows, given, rowKey);
  const check = useRef(() => {});
  check.current = () => {
    if (!isHeld(true)) release();
  };
  useEffect(() => {
    if (!isWaiting) return;
    const leave = () => check.current();
    for (const type of LEAVING) document.addEventListener(type, leave);
    const stop = onOwnChange(leave);
    return () => {
      stop();
      for (const type of LEAVING) document.removeEventListener(type, leave);
    };
  }, [isWaiting]);

  return {
    ...held,
    /** The rows wait to be sorted in. */
    isWaiting,
    /** Sorts the rows in when the keys go on to another row, unless something else holds them. */
    onKeysMoved() {
      if (!isHeld(false)) release();
    },
  };
}

export const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, index) => Object.is(each, other[index]));

function isInOrder<Row>(rows: readonly Row[], given: readonly Row[], rowKey: (row: Row) => string): boolean {
  if (rows === given) return true;
  return (
    rows.length === given.length &&
    rows.every((row, index) => {
      const other = given[index];
      return row === other || (other !== undefined && rowKey(row) === rowKey(other));
    })
  );
}

/** The menu of a row or the one under the right mouse button. */
const hasOpenMenu = (scroller: HTMLElement | null) => scroller?.querySelector("[data-popup-open]") != null;

const hasKeys = (scroller: HTMLElement | null) => scroller?.querySelector("[data-key]:focus-visible") != null;
