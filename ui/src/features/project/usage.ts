import { grouped, milliseconds } from "@/data/format";
import { formatBytes } from "@/kit/data/bytes";
import { formatDuration } from "@/kit/time/duration";

/** A length of time that was counted, in the unit that suits it: "42 s", "12 min 30 s", "3 h 12 min". */
export function spanOfSeconds(seconds: number): string {
  if (seconds < 60) return milliseconds(seconds * 1000).replace(/^0 ms$/, "0 s");
  // Where time is counted and paid, a hundred hours are no four days.
  return seconds < 48 * 3600 ? formatDuration(seconds * 1000) : `${grouped(Math.round(seconds / 3600))} h`;
}

/** Work counted with the size of the computes: "0.5 CU-h". */
export function workOfSeconds(seconds: number): string {
  const hours = seconds / 3600;
  if (hours === 0) return "0 CU-h";
  return hours < 0.01
    ? "under 0.01 CU-h"
    : `${hours < 10 ? Math.round(hours * 100) / 100 : oneDigit(hours)} CU-h`;
}

export const bytesInWords = (bytes: number) => formatBytes(bytes);

/** How much of a limit is used, as the colour that says whether to worry. */
export function toneOf(share: number): "accent" | "warning" | "danger" {
  if (share >= 1) return "danger";
  return share >= 0.8 ? "warning" : "accent";
}

function oneDigit(value: number): string {
  return grouped(Math.round(value * 10) / 10);
}
