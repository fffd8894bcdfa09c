import { useSyncExternalStore } from "react";

/** How much room rows take. The tokens of a density stand under `data-density` on <html>. */
export type Density = "comfortable" | "compact";

/** In pixels, as `--row` and `--row-tall` of the tokens. */
const ROWS: Record<Density, { normal: number; tall: number }> = {
  comfortable: { normal: 36, tall: 52 },
  compact: { normal: 28, tall: 42 },
};

let density: Density = "comfortable";
const followers = new Set<() => void>();

/** Every table is drawn anew with rows of this density. */
export function setDensity(next: Density): void {
  if (next === density) return;
  density = next;
  for (const follower of followers) follower();
}

/** How high a row of a table is. */
export function useRowHeight(tall: boolean): number {
  const { normal, tall: two } = ROWS[useSyncExternalStore(follow, () => density)];
  return tall ? two : normal;
}

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}
