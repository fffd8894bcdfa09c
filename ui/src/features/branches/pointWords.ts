import { windowsFull } from "@/features/base/words";

/** Where a branch starts or what it is restored to. */
export const POINT = {
  current: "Current data",
  moment: "Point in time",
  lsn: "Log sequence number (LSN)",
  momentField: "Date and time (local)",
  lsnField: "LSN",
  missing: "Enter a date and time.",
  missingLsn: "Enter an LSN.",
  invalid: "Enter a date and time, such as 20 Nov 2026, 14:30.",
  future: "This time is in the future.",
  tooEarly: (date: string): string => `The restore window goes back to ${date}.`,
  invalidLsn: "Enter an LSN, such as 0/1A2B3C8.",
  track: "Restore window",
  noMoment: "No time",
  now: "Now",
  reset: "Reset",
  made: (name: string): string => `${name} created`,
  before: (label: string, date: string): string => `Just before: ${label}, ${date}`,
  shortened: (limit: string | null): string => `The restore window was shortened: ${windowsFull(limit)}`,
  windowUnknown:
    "The platform doesn’t report how far back the restore window goes. It refuses a point that is too far back.",
  window: (date: string): string => `The restore window goes from ${date} until now.`,
};
