import type { Column } from "./columns";
import type { Widths } from "./keptLayout";
import { narrowest } from "./layout";

type Edged = Pick<Column<never>, "id" | "header" | "width" | "stays">;

/** The edge between two columns: the one gets what the other gives. */
export interface Edge {
  column: Edged;
  next: Edged;
}

/** The widths of the two columns at an edge, in pixels. */
export interface EdgeWidths {
  column: number;
  next: number;
}

/** Returns the two widths after the edge was moved to the right, or nothing when it can't go there. */
export function movedBy(pixels: number, { column, next }: Edge, from: EdgeWidths): Widths | undefined {
  const right = Math.max(from.next - narrowest(next), 0);
  const left = Math.max(from.column - narrowest(column), 0);
  const moved = Math.round(Math.min(Math.max(pixels, -left), right));
  return moved === 0 ? undefined : { [column.id]: from.column + moved, [next.id]: from.next - moved };
}

/** Returns what lets both columns follow their words again. */
export function resetOf({ column, next }: Edge): Widths {
  return { [column.id]: undefined, [next.id]: undefined };
}

/** Measures the columns at an edge by the header of the first one: their tracks alone do not say how wide they are. */
export function widthsAt(header: Element): EdgeWidths {
  const widthOf = (cell: Element | null) => Math.round(cell?.getBoundingClientRect().width ?? 0);
  return { column: widthOf(header), next: widthOf(header.nextElementSibling) };
}
