import { grouped } from "@/data/format";
import { numberWords } from "./words";

/** What a number may be. */
export interface Bounds {
  least: number;
  most: number;
  hint: string;
  /** What is said of a number outside, or of what is none. */
  wrong: string;
}

const between = (least: number, most: number): Bounds => ({
  least,
  most,
  hint: numberWords.between(grouped(least), grouped(most)),
  wrong: numberWords.outside(grouped(least), grouped(most)),
});

/** The bounds of the platform, which gives no upper one for counts. */
export const BOUNDS = {
  minutes: between(5, 1440),
  seconds: between(60, 600),
  count: { ...between(1, 2_147_483_647), hint: numberWords.atLeast(grouped(1)) },
} as const;

/** A number as it stands in a field. */
export const typed = (value: number | null) => (value === null ? "" : String(value));

/** What is typed as a whole number; nothing for anything else. */
export function asNumber(text: string): number | null {
  const digits = text.trim();
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}

/** Why what is typed cannot be sent. What the platform reports may stay, also where it reports nothing. */
export function numberError(text: string, known: number | null, bounds: Bounds): string | undefined {
  if (text.trim() === typed(known)) return undefined;
  const number = asNumber(text);
  if (number !== null && number >= bounds.least && number <= bounds.most) return undefined;
  return bounds.wrong;
}
