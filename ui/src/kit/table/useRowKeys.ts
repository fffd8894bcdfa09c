import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import type { TableProps } from "./columns";
import { treeStep } from "./tree";

const PAGE = 10;
const ACTIVE_ROW = "[role=row][tabindex='0']";

interface RowKeys<Row> {
  scroller: RefObject<HTMLElement | null>;
  rowHeight: number;
  /** Turns one row's tick over. */
  tick(key: string): void;
  /** Ticks all rows or none. */
  tickAll(all: boolean): void;
  /** The keys of rows that left the list and keep their places for now: nothing can be done with them. */
  gone: ReadonlySet<string>;
  /** The keys went on to another row. */
  onKeysMoved(): void;
  props: TableProps<Row>;
}

/** Which row the keys are on, and what they do there. Exactly one row is in the Tab order. */
export function useRowKeys<Row>(given: RowKeys<Row>) {
  const { scroller, rowHeight, tick, tickAll, gone, onKeysMoved, props } = given;
  const { rows, rowKey, selected, onSelect, onOpen, ticked, tree } = props;
  const [chosen, setChosen] = useState<{ key: string }>();
  const wanted = useRef<string>(undefined);
  const aimed = chosen?.key ?? selected;
  const active = useNearest(indexOf(aimed, props), rows.length);
  const holdFocus = useFocusThatStays(scroller);

  useFocusWhenDrawn(scroller, wanted, rowHeight);
  useStart(props.startsAtSelected === true, () => bringIntoSight(scroller.current, active, rowHeight));

  const moveTo = useCallback(
    (index: number) => {
      const isThere = (at: number) => rows[at] !== undefined && !gone.has(rowKey(rows[at]));
      const start = Math.min(Math.max(index, 0), rows.length - 1);
      const target = nearest(start, index < active, rows.length, isThere);
      const row = target === undefined ? undefined : rows[target];
      if (target === undefined || row === undefined) return;
      bringIntoSight(scroller.current, target, rowHeight);
      wanted.current = rowKey(row);
      setChosen({ key: rowKey(row) });
      onSelect?.(row);
      onKeysMoved();
    },
    [rows, rowKey, onSelect, scroller, rowHeight, gone, onKeysMoved, active],
  );

  const focus = () =>
    scroller.current?.querySelector<HTMLElement>(ACTIVE_ROW)?.focus({ preventScroll: true });
  const enter = () => {
    const [only, other] = rows;
    moveTo(0);
    if (only !== undefined && other === undefined) onOpen?.(only);
  };

  const followTree = (key: string, row: Row): boolean => {
    const step = tree && treeStep(key, tree.positionOf(row));
    if (!step) return false;
    if ("toggle" in step) tree.onToggle(row, step.toggle);
    else moveTo(step.to === "child" ? active + 1 : rows.findIndex((each) => rowKey(each) === step.key));
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!onRow(event.target) || row === undefined) return;
    const key = pressedKey(event);
    const step = stepTo(key, active, rows.length);
    const all = key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey);
    if (step !== undefined && !event.altKey) moveTo(step);
    else if (gone.has(rowKey(row))) return;
    else if (!event.altKey && followTree(key, row)) event.preventDefault();
    else if (key === "Enter" && onOpen) onOpen(row);
    else if (key === " ") ticked ? tick(rowKey(row)) : onSelect?.(row);
    else if (all && ticked) tickAll(true);
    else return;
    event.preventDefault();
  };

  const onFocus = (event: FocusEvent) => {
    holdFocus(event);
    // The row that has the focus in it stays drawn wherever one scrolls to, and is the one that is left by Tab.
    const key = closestKey(event.target);
    const at = rows[active];
    if (key !== undefined && at !== undefined && key !== rowKey(at)) setChosen({ key });
  };
  const rowAt = (target: EventTarget) => {
    const key = closestKey(target);
    return key === undefined || gone.has(key) ? undefined : rows.find((row) => rowKey(row) === key);
  };
  const onClick = (event: MouseEvent) => {
    const row = rowAt(event.target);
    if (row === undefined) return;
    setChosen({ key: rowKey(row) });
    if (!inControl(event.target)) onSelect?.(row);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const row = rowAt(event.target);
    if (row !== undefined && !inControl(event.target)) onOpen?.(row);
  };
  const resume = () => moveTo(active);
  const first = () => moveTo(0);
  return { active, rowAt, focus, resume, first, enter, onFocus, onKeyDown, onClick, onDoubleClick };
}

/** The index of the row with this key, or of its successor; -1 if neither is shown. */
function indexOf<Row>(key: string | undefined, { rows, rowKey, successorOf }: TableProps<Row>): number {
  if (key === undefined) return -1;
  const found = rows.findIndex((row) => rowKey(row) === key);
  const successor = found < 0 ? successorOf?.(key) : undefined;
  return successor === undefined ? found : rows.findIndex((row) => rowKey(row) === successor);
}

/** The active index: that of the found row or, when it left the list, the last index, clamped to the list. */
function useNearest(found: number, count: number): number {
  const last = useRef(0);
  if (found >= 0) last.current = found;
  return Math.max(0, Math.min(last.current, count - 1));
}

/** Calls `start` once, the first time that `wanted` is true. */
function useStart(wanted: boolean, start: () => void) {
  const done = useRef(false);
  useEffect(() => {
    if (!wanted || done.current) return;
    done.current = true;
    start();
  });
}

/** When the row that has the focus leaves the list, the row at its index gets the focus. */
function useFocusThatStays(scroller: RefObject<HTMLElement | null>) {
  const holder = useRef<Element>(undefined);
  useEffect(() => {
    if (!holder.current || holder.current.isConnected || document.activeElement !== document.body) return;
    holder.current = undefined;
    scroller.current?.querySelector<HTMLElement>(ACTIVE_ROW)?.focus({ preventScroll: true });
  });
  return (event: FocusEvent) => {
    holder.current = event.target;
  };
}

/** The row that the keys went to may have to be drawn before it can have the focus, and may have another place by then. */
function useFocusWhenDrawn(
  scroller: RefObject<HTMLElement | null>,
  wanted: RefObject<string | undefined>,
  rowHeight: number,
) {
  useEffect(() => {
    if (wanted.current === undefined) return;
    const drawn = scroller.current?.querySelectorAll<HTMLElement>("[data-key]") ?? [];
    const row = [...drawn].find(({ dataset }) => dataset.key === wanted.current);
    if (!row) return;
    wanted.current = undefined;
    bringIntoSight(scroller.current, Number(row.dataset.index), rowHeight);
    row.focus({ preventScroll: true });
  });
}

/** The first index from `start` on that is there: upwards or downwards, else the other way. */
function nearest(start: number, upwards: boolean, count: number, isThere: (index: number) => boolean) {
  const search = (by: number) => {
    let at = start;
    while (at >= 0 && at < count && !isThere(at)) at += by;
    return at >= 0 && at < count ? at : undefined;
  };
  return upwards ? (search(-1) ?? search(1)) : (search(1) ?? search(-1));
}

/** The row that a key leads to from the one it is pressed on. */
function stepTo(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}

/** Whether a row itself has the focus; keys in a row's buttons are the buttons' own. */
function onRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset.key !== undefined;
}

function closestKey(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;
}

function inControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest("button, a, input, [role=checkbox], [role=menuitem]") !== null
  );
}

function bringIntoSight(scroller: HTMLElement | null, index: number, rowHeight: number) {
  if (!scroller) return;
  const head = scroller.querySelector<HTMLElement>("[role=rowgroup]")?.offsetHeight ?? 0;
  const top = index * rowHeight;
  const room = scroller.clientHeight - head;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
}
