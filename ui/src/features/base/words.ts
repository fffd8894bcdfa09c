import { grouped, listed } from "@/data/format";
import { actions } from "@/ipc/words";

/** Words that several features say the same way. */
export const COMMON = {
  id: "ID",
  name: "Name",
  state: "State",
  size: "Size",
  region: "Region",
  organization: "Organization",
  owner: "Owner",
  branch: "Branch",
  created: "Created",
  createdBy: "Created by",
  updated: "Updated",
  deleted: "Deleted",
  expires: "Expires",
  lastActive: "Last active",
  written: "Written",
  transferred: "Transferred",
  storage: "Storage",
  activeTime: "Active time",
  computeTime: "Compute time",
  restoreWindow: "Restore window",
  suspendTimeout: "Suspend timeout",

  never: "Never",
  none: "None",
  byDefault: "Default",
  notReported: "Not reported",

  close: "Close",
  dismiss: "Dismiss",
  open: "Open",
  recover: "Recover",
  refresh: "Refresh",
  rename: "Rename",
  undo: "Undo",
  runInBackground: "Run in background",

  goTo: "Go to",
  dangerZone: "Danger zone",
  connectionString: "Connection string",
  enterName: "Enter a name.",
  exists: "Already exists.",
  nothingCopied: "Couldn’t copy",
  psqlFailed: "Couldn’t open psql",
  actionFailed: "Something went wrong",
  gone: "No longer available.",
  asOf: "as of",
};

/** A plan in words: the platform’s own is `free_v3`. */
export const planWord = (plan: string): string => `${plan.replace(/_v\d+$/, "").replaceAll("_", " ")} plan`;

/** What is shown of a list whose filter fits nothing. */
export const noMatches = (filter: string): string => `No matches for “${filter}”`;

/** The menu of a thing. */
export const actionsFor = (name: string): string => `Actions for ${name}`;

/** The menu of a thing that has buttons of its own beside it. */
export const moreActions = (name: string): string => `More actions for ${name}`;

/** Instead of a deletion, of what somebody else deleted before. */
export const goneAlready = (name: string) => ({
  title: `${name} was already gone`,
  detail: "It was deleted elsewhere, or this account no longer has access. Nothing was changed.",
});

/** What is deleted along with a thing. */
export const CONTENTS = {
  title: "What will be deleted:",
  loading: "Loading…",
  failed: "Couldn’t be loaded",
  /** "3: main, dev and staging" */
  named: (names: readonly string[]): string =>
    names.length === 0 ? COMMON.none : `${grouped(names.length)}: ${listed(names)}`,
};

/** Beside an error. */
export const FAILURE = {
  tryAgain: "Try again",
  startSandbox: actions.startSandbox.order,
  whatToDo: "What to do",
  dismiss: COMMON.dismiss,
  requestIdCopied: "Request ID copied",
  copyRequestId: (id: string) => `Copy request ID ${id}`,
  unlock: "Unlock…",
  replaceKey: `${actions.replaceKey.order}…`,
} as const;

/** Values as they are shown. */
export const FIELDS = {
  notReported: COMMON.notReported,
  yes: "Yes",
  no: "No",
  none: COMMON.none,
  /** Before an instant. */
  shownAsOf: "Shown as of",
} as const;

/** What is wrong with what was typed. */
export const FAULTS = {
  emailMissing: (whose: string) => `Enter ${whose} email address.`,
  long: (most: number) => `Use at most ${most} characters.`,
  oneEmail: "Enter one address, such as ada@example.com.",
  nameLong: (length: number, most: number) => `The name has ${length} characters. Use at most ${most}.`,
  invisible: "Use visible characters only.",
  blanks: "Remove the spaces at the ends.",
  onlySpaces: "Enter more than spaces.",
  isMask: "This is masked. Paste the full secret.",
} as const;

/** How long what was copied stays on the clipboard. */
export const CLIPBOARD = {
  clears: (seconds: number) => `Clears after ${seconds} s`,
  stays: "Clears when you quit",
} as const;

/** Why nothing can be changed in an account; nothing where it can. */
export const lockedWords = (account: { isReadOnly?: boolean } | undefined): string | undefined =>
  account?.isReadOnly ? "The account is read-only" : undefined;

/** What was put on the clipboard. */
export const COPIED = { string: COMMON.connectionString } as const;

/** How large computes are, and when they suspend. */
export const SIZE = {
  // A word joiner keeps the range in one line.
  hint: "Such as 2, or 0.5-\u20603 for a range.",
  scales: "A range scales with the load.",
  projectsOwn: "Leave empty for the project’s default.",
  invalid: "Enter a size such as 2, or a range such as 0.5-3.",
  reversed: (least: number, most: number): string => `Put the smaller size first: ${least}-${most}.`,
  tooSmall: (least: number): string => `The smallest size is ${least} CU.`,
  tooLarge: (most: number): string => `The largest size is ${most} CU.`,
  unknown: "Sizes are 0.25, 0.5 and whole numbers.",
  fixed: (most: number): string => `A range ends at ${most} CU or less. Larger sizes are fixed.`,
  wide: (most: number): string => `A range spans at most ${most} CU.`,
  units: (size: string): string => `${size} CU`,
  neverSuspends: "Never suspends",
  suspendsAfter: (span: string): string => `Suspends after ${span}`,
  defaultTimeout: "Default suspend timeout",
  missing: "Enter a size.",
  label: "Size in CU",
  defaultSize: "Default size",
};

/** Why restore windows are shorter than the project says. */
export const windowsFull = (limit: string | null): string =>
  `the restore windows of this project reached their limit${limit === null ? "" : ` of ${limit}`}, or the disk is almost full.`;

/** What restore windows take of the disk. */
export const HISTORY = {
  of: (used: string, limit: string): string => `${used} of ${limit}`,
  shortened: (which: string, limit: string | null): string => `Shortened for ${which}: ${windowsFull(limit)}`,
};
