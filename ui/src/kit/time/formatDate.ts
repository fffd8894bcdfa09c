/** How much of an instant is written: `Tue 24 Nov, 03:14` · `03:14` · `03:14:15` · `24 Nov` · `24 Nov 2025` · `Tue 24 Nov` · to the second. */
type DateForm = "minute" | "clock" | "second" | "day" | "dayOfYear" | "utcDay" | "exact";

const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

const FORMS: Record<DateForm, Intl.DateTimeFormatOptions> = {
  minute: { ...DAY, ...CLOCK },
  clock: CLOCK,
  second: { ...CLOCK, second: "2-digit" },
  day: { day: "numeric", month: "short" },
  dayOfYear: { day: "numeric", month: "short", year: "numeric" },
  utcDay: { ...DAY, timeZone: "UTC" },
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

/**
 * Writes an instant down in local time. `ahead`: how far the clock that it was read from is ahead of this machine's, in
 * milliseconds; 0 for an instant of this machine.
 */
export function formatDate(instant: string | number, ahead: number, form: DateForm = "minute"): string {
  const local = new Date(instant).getTime() - ahead;
  const text = formatOf(form).format(local);
  // "Tue, 24 Nov, 03:14" has one comma too many.
  return form === "minute" || form === "utcDay" ? text.replace(/^(\w+),/, "$1") : text;
}
