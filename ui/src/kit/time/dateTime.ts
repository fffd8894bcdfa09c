import { calendarOf, currentTime, instantOf } from "@/time/clock";
import { formatDate } from "./formatDate";

/*
 * A date and time in a field: written as every date is, with its year and seconds, and read in each form that is shown or
 * printed anywhere. Both are in this machine's time zone, unless the text names another one.
 */

/** An instant as a field shows it: `Fri 27 Nov 2026, 03:14:05`. */
export function dateTimeText(instant: number): string {
  return formatDate(instant, 0, "field");
}

/** The instant of a text that a person typed, in milliseconds since 1970; undefined for any other text. */
export function readDateTime(text: string): number | undefined {
  const typed = text.trim();
  if (WITH_ZONE.test(typed)) return valid(instantOf(typed.replace(" ", "T")));
  const parts = (NUMBERS.exec(typed) ?? WORDS.exec(typed))?.groups;
  if (!parts) return undefined;
  const month = MONTHS.indexOf((parts.month ?? "").slice(0, 3).toLowerCase()) + 1 || Number(parts.month);
  const year = parts.year ?? String(calendarOf(currentTime()).getFullYear());
  const [day, hour, minute] = [parts.day, parts.hour, parts.minute].map((part) => two(Number(part)));
  const at = valid(instantOf(`${year}-${two(month)}-${day}T${hour}:${minute}:${parts.second ?? "00"}`));
  // The 31st of a month with 30 days is read as the next month's first.
  return at !== undefined && calendarOf(at).getDate() === Number(parts.day) ? at : undefined;
}

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d+)?))?`;
/** `2026-11-27T03:14:05Z`, as `.env` files and `plinth` have it. */
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;
/** `2026-11-27 03:14`. */
const NUMBERS = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})[T,\s]\s*${TIME}$`,
  "i",
);
/** `Fri 27 Nov 2026, 03:14:05`; the weekday may be absent or wrong, and the year is this one where none is typed. */
const WORDS = new RegExp(
  String.raw`^(?:[a-z]+\.?,?\s+)?(?<day>\d{1,2})\.?\s+(?<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\.?(?:,?\s+(?<year>\d{4}))?,?\s+${TIME}$`,
  "i",
);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const two = (value: number) => String(value).padStart(2, "0");

const valid = (instant: number) => (Number.isNaN(instant) ? undefined : instant);
