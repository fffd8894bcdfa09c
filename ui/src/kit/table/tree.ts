/** Where a row stands in a tree. */
export interface TreePosition {
  /** From 1, at the root. */
  level: number;
  /** Among the rows of the same parent, from 1. */
  position: number;
  /** How many these are. */
  of: number;
  /** Whether the rows below it are shown; absent when there are none. */
  open?: boolean | undefined;
  /** The key of the row above it; absent at the root. */
  parent?: string | undefined;
}

/** Makes a table a tree: the rows are given in the order they are shown, those below a closed row left out. */
export interface Tree<Row> {
  positionOf(row: Row): TreePosition;
  onToggle(row: Row, open: boolean): void;
}

/** What an arrow to the side does on a row: opens or closes it, or leads to a neighbour. */
type TreeStep = { toggle: boolean } | { to: "child" } | { to: "parent"; key: string };

export function treeStep(key: string, { open, parent }: TreePosition): TreeStep | undefined {
  if (key === "ArrowRight" && open !== undefined) return open ? { to: "child" } : { toggle: true };
  if (key !== "ArrowLeft") return undefined;
  if (open) return { toggle: false };
  return parent === undefined ? undefined : { to: "parent", key: parent };
}
