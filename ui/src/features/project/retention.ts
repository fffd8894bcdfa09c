const HOUR = 3600;
const DAY = 24 * HOUR;
/** The longest restore window, in seconds. */
const LONGEST = 30 * DAY;

export type Unit = "seconds" | "minutes" | "hours" | "days";

const SECONDS: Record<Unit, number> = { seconds: 1, minutes: 60, hours: HOUR, days: DAY };

export const UNITS: ReadonlyArray<{ value: Unit; label: string }> = [
  { value: "days", label: "days" },
  { value: "hours", label: "hours" },
  { value: "minutes", label: "minutes" },
  { value: "seconds", label: "seconds" },
];

/** A window in the largest unit that it is a whole number of. */
export function shownAs(seconds: number): { count: string; unit: Unit } {
  const unit =
    UNITS.find(({ value }) => seconds >= SECONDS[value] && seconds % SECONDS[value] === 0)?.value ?? "days";
  return { count: String(seconds / SECONDS[unit]), unit };
}

/** A window as it was typed, in seconds; or why it cannot be. */
export function readWindow(count: string, unit: Unit): { seconds: number } | { fault: string } {
  const typed = count.trim().replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(typed)) return { fault: "Write a number, 0 for no window." };
  const seconds = Math.round(Number(typed) * SECONDS[unit]);
  if (seconds > LONGEST) return { fault: "The longest window is 30 days." };
  return { seconds };
}
