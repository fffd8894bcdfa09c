import { DAY, HOUR, MINUTE, SECOND } from "./useNow";

/** A span in the two units that matter: "2 d 23 h", "3 min 20 s", "4 s". Days from 48 hours on. */
export function formatDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return joined(span, MINUTE, "min", SECOND, "s");
  if (span < 2 * DAY) return joined(span, HOUR, "h", MINUTE, "min");
  return joined(span, DAY, "d", HOUR, "h");
}

/** The same in whole words, for screen readers: "2 days 23 hours". */
export function spokenDuration(milliseconds: number): string {
  return formatDuration(milliseconds).replace(/(\d+) (min|s|h|d)\b/g, (_, count: string, unit: string) => {
    const word = SPOKEN[unit] ?? unit;
    return `${count} ${word}${count === "1" ? "" : "s"}`;
  });
}

const SPOKEN: Record<string, string> = { s: "second", min: "minute", h: "hour", d: "day" };

function joined(span: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((span % big) / small);
  const first = `${Math.floor(span / big)} ${bigUnit}`;
  return rest === 0 ? first : `${first} ${rest} ${smallUnit}`;
}
