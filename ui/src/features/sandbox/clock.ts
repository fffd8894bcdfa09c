const SECONDS: Record<string, number> = { d: 86_400, h: 3_600, min: 60, m: 60, s: 1 };
const PART = /(\d+(?:\.\d+)?)\s*(d|h|min|m|s)\b/g;

/** The seconds in `2 h 30 min`, `45m` or `90 s`; nothing when it is no span or no time at all. */
export function parseSpan(text: string): number | undefined {
  if (text.trim() === "" || text.replace(PART, "").trim() !== "") return undefined;
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(PART)) seconds += Number(count) * (SECONDS[unit ?? ""] ?? 0);
  return seconds >= 1 ? Math.round(seconds) : undefined;
}
