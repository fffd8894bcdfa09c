/** The sentences of the frame. */
export const FRAME = {
  search: "Search or run…",
  help: "Keyboard shortcuts",
} as const;
