import { isoOf } from "@/time/clock";
import { readMoment } from "./point";

/** When a branch expires. */
export type EndChoice = "never" | "hour" | "day" | "week" | "at";

const HOUR = 3_600_000;

const SPANS: Record<"hour" | "day" | "week", number> = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR };

export const END_OPTIONS: ReadonlyArray<{ value: EndChoice; label: string }> = [
  { value: "never", label: "Never" },
  { value: "hour", label: "In 1 hour" },
  { value: "day", label: "In 1 day" },
  { value: "week", label: "In 7 days" },
  { value: "at", label: "On a date…" },
];

/** The end as the platform takes it: an instant to the second, or nothing. `now`: by the platform's clock. */
export function endOf(choice: EndChoice, typed: string, now: number, ahead: number): string | null {
  if (choice === "never") return null;
  const at = choice === "at" ? readMoment(typed, ahead) : now + SPANS[choice];
  return at === undefined ? null : isoOf(at).replace(/\.\d+Z$/, "Z");
}

export function endFault(choice: EndChoice, typed: string, now: number, ahead: number): string | undefined {
  if (choice !== "at") return undefined;
  const at = readMoment(typed, ahead);
  if (at === undefined) return "Enter a date and time, such as 2026-11-20 14:30:00.";
  return at <= now ? "This time has passed." : undefined;
}
