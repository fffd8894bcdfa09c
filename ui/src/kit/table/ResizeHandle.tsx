import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { LIST } from "@/kit/words";
import type { Column } from "./columns";
import type { Widths } from "./keptLayout";
import { narrowest } from "./layout";
import styles from "./TableHeader.module.css";

type Edged = Pick<Column<never>, "id" | "header" | "width" | "stays">;

interface ResizeHandleProps {
  /** The column that ends here. */
  column: Edged;
  /** The one that begins here: what one of the two gets, the other gives. */
  next: Edged;
  /** The width that was given to the column, in pixels; else it follows the words in it. */
  given: number | undefined;
  onResize(widths: Widths): void;
}

const STEP = 8;
const LEAP = 48;

interface Pair {
  column: number;
  next: number;
}

/** The edge between two columns: drag it, or use the arrows; a double click or Enter resets both. */
export function ResizeHandle({ column, next, given, onResize }: ResizeHandleProps) {
  const grip = useRef<Pair & { from: number }>(undefined);
  const moveBy = (pixels: number, from: Pair) => {
    const right = Math.max(from.next - narrowest(next), 0);
    const left = Math.max(from.column - narrowest(column), 0);
    const moved = Math.round(Math.min(Math.max(pixels, -left), right));
    if (moved !== 0) onResize({ [column.id]: from.column + moved, [next.id]: from.next - moved });
  };
  const reset = () => onResize({ [column.id]: undefined, [next.id]: undefined });

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // Neither are words selected nor does the focus come here.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { ...widthsAround(event.currentTarget), from: event.clientX };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current) moveBy(event.clientX - grip.current.from, grip.current);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.shiftKey ? LEAP : STEP;
    const key = pressedKey(event);
    if (key === "ArrowLeft") moveBy(-step, widthsAround(event.currentTarget));
    else if (key === "ArrowRight") moveBy(step, widthsAround(event.currentTarget));
    else if (key === "Enter") reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const letGo = () => {
    grip.current = undefined;
  };
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={LIST.width(column.header)}
      aria-valuemin={0}
      aria-valuenow={given ?? 0}
      aria-valuemax={2000}
      aria-valuetext={given === undefined ? LIST.automatic : LIST.pixels(given)}
      title={LIST.resize}
      className={styles.handle}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  );
}

/** How wide the two columns are now, which their tracks alone do not say. */
function widthsAround(handle: HTMLElement): Pair {
  const header = handle.parentElement;
  const widthOf = (cell: Element | null | undefined) => Math.round(cell?.getBoundingClientRect().width ?? 0);
  return { column: widthOf(header), next: widthOf(header?.nextElementSibling) };
}
