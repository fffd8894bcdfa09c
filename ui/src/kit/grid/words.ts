/** A grid of values. */
export const GRID = {
  row: "Row",
  none: "NULL",
  empty: "empty",
  cut: (size: string) => `first part of ${size}`,
} as const;
