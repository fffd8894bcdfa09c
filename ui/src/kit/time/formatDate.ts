import { TIME } from "@/kit/words";
import { currentTime } from "@/time/clock";
import { formatDuration } from "./duration";
import { MINUTE } from "./useNow";

/** How much of an instant is written: `Tue 24 Nov, 03:14` · `03:14` · `03:14:15` · `24 Nov` · `24 Nov 2025` · `Tue 24 Nov` · to the second. */
type DateForm = "minute" | "clock" | "second" | "day" | "dayOfYear" | "utcDay" | "field" | "exact";

const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

const FORMS: Record<DateForm, Intl.DateTimeFormatOptions> = {
  minute: { ...DAY, ...CLOCK },
  clock: CLOCK,
  second: { ...CLOCK, second: "2-digit" },
  day: { day: "numeric", month: "short" },
  dayOfYear: { day: "numeric", month: "short", year: "numeric" },
  utcDay: { ...DAY, timeZone: "UTC" },
  field: { ...DAY, ...CLOCK, year: "numeric", second: "2-digit" },
  exact: { ...DAY, ...CLOCK, year: "numeric", second: "2-digit", timeZoneName: "short" },
};

// Made once, and when it is needed: that costs a hundred times as much as using it.
const made = new Map<DateForm, Intl.DateTimeFormat>();

function formatOf(form: DateForm): Intl.DateTimeFormat {
  const known = made.get(form);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", FORMS[form]);
  made.set(form, format);
  return format;
}

/** Forms with room for the clock. The others stand where hovering shows the `exact` one. */
const NAMES_CLOCK: ReadonlySet<DateForm> = new Set(["minute", "clock", "second", "exact"]);

/**
 * Writes an instant as the clock had it that gave it, in local time: an instant that was recorded stays the same however that
 * clock is moved later. `ahead`: how far the clock is ahead of this machine's now, in milliseconds; 0 for an instant of this
 * machine. It is named beside a date that is still to come here, and would be taken for a mistake without it.
 */
export function formatDate(instant: string | number, ahead: number, form: DateForm = "minute"): string {
  const at = new Date(instant);
  const text = formatOf(form).format(at);
  // "Tue, 24 Nov, 03:14" has one comma too many.
  const date = text.replace(/^(\w+),/, "$1");
  const isToCome = ahead < 0 || at.getTime() > currentTime();
  const clock = NAMES_CLOCK.has(form) && isToCome ? clockWords(ahead) : undefined;
  return clock === undefined ? date : `${date} (${clock})`;
}

/** "clock 3 d ahead"; undefined for a clock that agrees with this machine's to the minute. */
export function clockWords(ahead: number): string | undefined {
  const off = Math.round(ahead / MINUTE) * MINUTE;
  if (off === 0) return undefined;
  const span = formatDuration(Math.abs(off));
  return off > 0 ? TIME.ahead(span) : TIME.behind(span);
}
