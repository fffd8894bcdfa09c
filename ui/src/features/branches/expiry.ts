import { readDateTime } from "@/kit/time/dateTime";
import { isoOf } from "@/time/clock";

import { POINT } from "./pointWords";
import { EXPIRY } from "./words";

/** When a branch expires. */
export type EndChoice = "never" | "hour" | "day" | "week" | "at";

const HOUR = 3_600_000;

const SPANS: Record<"hour" | "day" | "week", number> = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR };

export const END_OPTIONS: ReadonlyArray<{ value: EndChoice; label: string }> = [
  { value: "never", label: EXPIRY.never },
  { value: "hour", label: EXPIRY.hour },
  { value: "day", label: EXPIRY.day },
  { value: "week", label: EXPIRY.week },
  { value: "at", label: EXPIRY.at },
];

/** The end as the platform takes it: an instant to the second, or nothing. `now`: by the platform's clock. */
export function endOf(choice: EndChoice, typed: string, now: number): string | null {
  if (choice === "never") return null;
  const at = choice === "at" ? readDateTime(typed) : now + SPANS[choice];
  return at === undefined ? null : isoOf(at).replace(/\.\d+Z$/, "Z");
}

export function endError(choice: EndChoice, typed: string, now: number): string | undefined {
  if (choice !== "at") return undefined;
  const at = readDateTime(typed);
  if (at === undefined) return typed.trim() === "" ? POINT.missing : POINT.invalid;
  return at <= now ? EXPIRY.past : undefined;
}
