import { type RefObject, useEffect, useRef } from "react";

/** The ways into a table from outside it. */
interface TableEntry {
  /** To its first row. */
  first(): void;
  /** Opens the only row, or goes to the first one. */
  enter(): void;
}

const entries = new WeakMap<Element, RefObject<TableEntry>>();

/** Lets a filter lead into this table. */
export function useTableEntry(grid: RefObject<HTMLElement | null>, entry: TableEntry): void {
  const latest = useRef(entry);
  latest.current = entry;
  useEffect(() => {
    if (grid.current) entries.set(grid.current, latest);
  }, [grid]);
}

/** The table that stands next below a field, in the same dialog or screen. */
export function tableBelow(field: Element): TableEntry | undefined {
  const around = field.closest("[role=dialog], main") ?? document.body;
  const grids = [...around.querySelectorAll("[role=grid], [role=treegrid]")];
  const next = grids.find((grid) => field.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_FOLLOWING);
  return next && entries.get(next)?.current;
}
