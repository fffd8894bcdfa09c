import { TIME } from "@/kit/words";
import { calendarOf } from "@/time/clock";
import { formatDate } from "./formatDate";
import { DAY, HOUR, MINUTE, SECOND } from "./useNow";

/** "just now", "2 min ago", "in 3 h"; a date from a day on. Both instants are of the same clock. */
export function formatRelative(instant: number, now: number): string {
  const away = now - instant;
  const span = Math.abs(away);
  if (span < 45 * SECOND) return away >= -5 * SECOND ? TIME.now : TIME.soon;
  if (span >= DAY) return formatDay(instant, now);
  const words =
    span < HOUR ? `${Math.max(1, Math.round(span / MINUTE))} min` : `${Math.floor(span / HOUR)} h`;
  return away >= 0 ? TIME.ago(words) : TIME.in(words);
}

function formatDay(instant: number, now: number): string {
  const sameYear = calendarOf(instant).getFullYear() === calendarOf(now).getFullYear();
  return formatDate(instant, 0, sameYear ? "day" : "dayOfYear");
}
