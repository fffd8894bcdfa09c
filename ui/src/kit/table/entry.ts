import { type RefObject, useEffect, useRef } from "react";

/** The ways into a table from outside it. */
interface TableEntry {
  /** To its first row. */
  first(): void;
  /** To the row that the keys were on last, which is selected as by any arrow. */
  resume(): void;
  /** The same, and selects nothing. */
  focus(): void;
  /** Opens the only row, or goes to the first one. */
  enter(): void;
}

const GRID = "[role=grid], [role=treegrid]";
const entries = new WeakMap<Element, RefObject<TableEntry>>();

/** Lets a filter, arrow down and the keys of a place lead into this table. */
export function useTableEntry(grid: RefObject<HTMLElement | null>, entry: TableEntry): void {
  const latest = useRef(entry);
  latest.current = entry;
  useEffect(() => {
    if (grid.current) entries.set(grid.current, latest);
  }, [grid]);
  useEffect(() => {
    if (grid.current && awaited?.(grid.current)) entry.focus();
  });
}

/** The table that stands next below a field, in the same dialog or screen. */
export function tableBelow(field: Element): TableEntry | undefined {
  const around = field.closest("[role=dialog], main") ?? document.body;
  const next = gridsIn(around).find((grid) => isBelow(grid, field));
  return next && entries.get(next)?.current;
}

/** The screen's list: the next one below an element, else the first one. Only one with rows that are in sight. */
export function listOnScreen(from: Element): TableEntry | undefined {
  const grids = listsOnScreen().filter((grid) => hasRows(grid) && isInSight(grid));
  const list = grids.find((grid) => isBelow(grid, from)) ?? grids[0];
  return list && entries.get(list)?.current;
}

/** Returns true once: for the list that was waited for. */
let awaited: ((grid: Element) => boolean) | undefined;
/** By these a person goes on to something else. */
const GOES_ON = ["keydown", "pointerdown"] as const;

/** Gives the focus to the list of the screen that comes next as soon as it has rows, unless the person has gone on by then. */
export function focusNextList(): void {
  const before = new Set(listsOnScreen());
  const focused = document.activeElement;
  const end = () => {
    awaited = undefined;
    for (const name of GOES_ON) window.removeEventListener(name, end, true);
  };
  for (const name of GOES_ON) window.addEventListener(name, end, true);
  awaited = (grid) => {
    if (before.has(grid) || !grid.closest("main") || !hasRows(grid)) return false;
    end();
    const now = document.activeElement;
    return now === focused || now === document.body || now?.id === "main";
  };
}

const gridsIn = (around: ParentNode) => [...around.querySelectorAll(GRID)];
const listsOnScreen = () => [...document.querySelectorAll("main")].flatMap(gridsIn);
const hasRows = (grid: Element) => grid.querySelector("[data-key]") !== null;

function isBelow(grid: Element, element: Element): boolean {
  return (element.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isInSight(grid: Element): boolean {
  const { top, bottom } = grid.getBoundingClientRect();
  return top < window.innerHeight && bottom >= 0;
}
