import { type PointerEvent, useRef } from "react";
import { LIST } from "@/kit/words";
import type { Widths } from "./keptLayout";
import { type Edge, type EdgeWidths, movedBy, resetOf, widthsAt } from "./resizing";
import styles from "./TableHeader.module.css";

interface ResizeHandleProps extends Edge {
  onResize(widths: Widths): void;
}

/** The edge between two columns for the pointer: drag it, or reset both columns by a double click. Keys size at the header. */
export function ResizeHandle({ column, next, onResize }: ResizeHandleProps) {
  const grip = useRef<EdgeWidths & { from: number }>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const header = event.currentTarget.parentElement;
    if (event.button !== 0 || !header) return;
    // Neither are words selected nor does the focus come here.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { ...widthsAt(header), from: event.clientX };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!grip.current) return;
    const widths = movedBy(event.clientX - grip.current.from, { column, next }, grip.current);
    if (widths) onResize(widths);
  };
  const letGo = () => {
    grip.current = undefined;
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={LIST.width(column.header)}
      title={LIST.resize}
      className={styles.handle}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
      onDoubleClick={() => onResize(resetOf({ column, next }))}
    />
  );
}
