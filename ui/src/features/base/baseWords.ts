/** Beside an error. */
export const FAILURE = {
  tryAgain: "Try again",
  startSandbox: "Start the sandbox",
  whatToDo: "What to do",
  dismiss: "Dismiss",
  requestIdCopied: "Request ID copied",
  copyRequestId: (id: string) => `Copy request ID ${id}`,
  unlock: "Unlock…",
  replaceKey: "Replace key…",
} as const;

/** Values as they are shown. */
export const FIELDS = {
  notReported: "Not reported",
  yes: "Yes",
  no: "No",
  none: "None",
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
  onlySpaces: "Enter more than spaces.",
  isMask: "This is masked. Paste the full secret.",
} as const;

/** How long what was copied stays on the clipboard. */
export const CLIPBOARD = {
  clears: (seconds: number) => `Clears after ${seconds} s`,
  stays: "Stays on the clipboard",
} as const;

/** Why nothing can be changed in an account; nothing where it can. */
export const lockedWords = (account: { isReadOnly?: boolean } | undefined): string | undefined =>
  account?.isReadOnly ? "The account is read-only" : undefined;

/** What was put on the clipboard. */
export const COPIED = { string: "Connection string" } as const;
