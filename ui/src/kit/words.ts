/** Menus of rows. */
export const MENU = {
  actions: (name: string) => `Actions for ${name}`,
} as const;

/** A chart, for those who cannot see it. */
export const CHART = {
  time: "Time",
  notReported: "not reported",
  missing: (label: string) => `${label}: not reported`,
  none: "No data.",
  flat: (value: string) => `${value} throughout.`,
  peak: (value: string, at: string) => `Peak: ${value} (${at}).`,
  latest: (value: string) => `Latest: ${value}.`,
} as const;

/** Fields of a form. */
export const FIELD = {
  optional: "optional",
  more: "More options",
  browse: "Browse…",
  choose: "Choose…",
} as const;

/** What finds among many. */
export const SEARCH = {
  filter: "Filter",
  clear: "Clear filter",
  options: "Options",
  search: "Search",
  first: (most: number) => `The first ${most} are shown. Type to find others.`,
  noMatches: (typed: string) => `No matches for “${typed}”.`,
} as const;

/** The colours to choose from. */
export const COLOURS = {
  verdigris: "Verdigris",
  blue: "Blue",
  green: "Green",
  amber: "Amber",
  red: "Red",
  grey: "Gray",
} as const;

/** A value that is shown and copied. */
export const VALUE = {
  all: "All fields",
  notReported: "Not reported",
  copyNamed: (label: string) => `Copy ${label}`,
  copied: (label: string) => `${label} copied`,
  notCopied: (label: string) => `Couldn’t copy ${label}`,
  copy: "Copy",
  done: "Copied",
  failed: "Copy failed",
  json: "Copy as JSON",
} as const;

/** A change, line by line. */
export const DIFF = {
  label: (label: string) => `Changes to ${label}`,
  /** Before a line, for screen readers. */
  same: "",
  added: "added: ",
  removed: "removed: ",
  gap: "lines omitted ",
} as const;

/** A secret that is masked. */
export const SECRET = {
  revealNamed: (label: string) => `Reveal ${label}`,
  reveal: "Reveal",
  hideNamed: (label: string) => `Hide ${label}`,
  hide: "Hide",
  hides: "Hides after 30 s",
  unread: (label: string) => `Couldn’t read ${label}`,
  shown: (label: string) => `${label} shown for 30 seconds`,
} as const;

/** Lists and tables. */
export const LIST = {
  back: "Back to list",
  close: "Close",
  clear: "Clear",
  columns: "Columns",
  noRoom: "No room at this width",
  reset: "Reset columns",
  width: (column: string) => `Width of ${column}`,
  /** How wide a column is, and how keys change it. */
  widthByKeys: (pixels: number | undefined) =>
    `Width: ${pixels === undefined ? "automatic" : `${pixels} pixels`}. Shift and the arrow keys change it.`,
  resize: "Drag to resize, double-click to reset",
  selectRow: "Select this row",
  selectAll: "Select all rows",
  /** Stands at a row that left the list and keeps its place for now. */
  gone: "No longer available.",
  /** As the reason why nothing can be done with it. */
  blockedAsGone: "No longer available",
  actions: "Actions",
  selected: (count: string, hidden: number) =>
    hidden > 0 ? `${count} selected, ${hidden} hidden by the filter` : `${count} selected`,
} as const;

/** Dialogs. */
export const DIALOG = {
  cancel: "Cancel",
  discardAsk: "Discard your changes?",
  discard: "Discard",
  keep: "Keep editing",
  close: "Close",
  typeName: (name: string) => `Type ${name} to confirm`,
} as const;

/** Messages that pass. */
export const TOAST = {
  label: "Messages",
  close: "Close this message",
  undo: "Undo",
  clears: (seconds: number) => `Clears in ${seconds} s.`,
  stays: "Stays on the clipboard until you quit.",
  copied: (what: string) => `${what} copied`,
} as const;

/** In place of a part of the window that broke. */
export const BROKEN = {
  title: (name: string) => `${name} failed`,
  again: "Try again",
  copy: "Copy details",
  close: "Close",
  text: (why: string) =>
    `Plinth’s interface failed: ${why}. Your databases and files are unaffected, and the rest of the window still works.`,
} as const;

/** How what is shown stands. */
export const STATE = {
  loading: (label: string) => `Loading ${label}`,
  again: "Try again",
  shownAsOf: "Shown as of",
} as const;

/** Times as they are read. */
export const TIME = {
  now: "just now",
  soon: "in a moment",
  ago: (span: string) => `${span} ago`,
  in: (span: string) => `in ${span}`,
  left: (span: string) => `${span} left`,
  ahead: (span: string) => `clock ${span} ahead`,
  behind: (span: string) => `clock ${span} behind`,
  over: "expired",
} as const;

/** Before a notice, for screen readers. */
export const NOTICE = { warning: "Warning: ", danger: "Danger: " } as const;
