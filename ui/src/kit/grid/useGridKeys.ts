import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { type GridPlace, type GridRange, placeAfter } from "./grid";

interface GridKeys {
  rows: number;
  columns: number;
  /** Rows in sight. */
  page(): number;
  show(row: number, column: number): void;
  onOpen(place: GridPlace): void;
  /** Copies a range of rows, or the cell without a range. */
  onCopy(place: GridPlace, rows: GridRange | undefined): void;
}

/** Follows the active cell and the selected rows, and handles keys and the pointer. */
export function useGridKeys({ rows, columns, page, show, onOpen, onCopy }: GridKeys) {
  const [wanted, setWanted] = useState<GridPlace>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<number>();
  const active = {
    row: Math.min(wanted.row, Math.max(0, rows - 1)),
    column: Math.min(wanted.column, Math.max(0, columns - 1)),
  };
  const selected: GridRange | undefined =
    anchor === undefined
      ? undefined
      : { first: Math.min(anchor, active.row), end: Math.max(anchor, active.row) + 1 };

  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    const withControl = event.ctrlKey || event.metaKey;
    const next = event.altKey
      ? undefined
      : placeAfter(key, active, { rows, columns, page: page() }, withControl);
    if (rows === 0) return;
    if (next) {
      setAnchor(event.shiftKey ? (anchor ?? active.row) : undefined);
      setWanted(next);
      show(next.row, next.column);
    } else if (key === "Enter" && !withControl) onOpen(active);
    else if (key === " " && event.shiftKey) setAnchor(active.row);
    else if (key.toLowerCase() === "c" && withControl) onCopy(active, selected);
    else if (key === "Escape" && anchor !== undefined) setAnchor(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onMouseDown = (event: MouseEvent) => {
    const place = event.button === 0 ? placeOf(event.target) : undefined;
    if (!place) return;
    const isRow = place.column < 0;
    const column = isRow ? active.column : place.column;
    if (event.shiftKey) setAnchor(anchor ?? active.row);
    else setAnchor(isRow ? place.row : undefined);
    setWanted({ row: place.row, column });
  };
  const onDoubleClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place && place.column >= 0) onOpen(place);
  };
  return { active, selected, onKeyDown, onMouseDown, onDoubleClick };
}

/** The place of the cell that an event is about; column -1 is the number of the row. */
function placeOf(target: EventTarget): GridPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const row = cell?.closest<HTMLElement>("[data-row]");
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
