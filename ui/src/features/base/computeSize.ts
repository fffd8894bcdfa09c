import { counted } from "@/data/format";
import { nameError } from "@/features/base/nameError";
import { COMMON, SIZE } from "@/features/base/words";
import type { ComputeSizeView } from "@/ipc/generated";

/** The smallest compute, in compute units. */
const SMALLEST = 0.25;

/** The largest compute that the hosted platform offers, in compute units. */
const LARGEST = 56;

/** A larger compute has one size, and a smaller one may grow by so much. */
const LARGEST_THAT_GROWS = 16;
const LARGEST_GROWTH = 8;

const isSize = (cu: number): boolean => cu === SMALLEST || cu === 0.5 || Number.isInteger(cu);

/** A size as it is typed, read; or why it cannot be used. */
type SizeText = { minCu: number | null; maxCu: number | null } | { fieldError: string };

/** Reads "2" as a fixed size and "0.5-3" as a range. Nothing typed is the project's own size. */
export function readSize(text: string): SizeText {
  const typed = text.trim().replaceAll(",", ".");
  if (typed === "") return { minCu: null, maxCu: null };
  const match = /^(\d*\.?\d+)(?:\s*(?:-|–|to)\s*(\d*\.?\d+))?$/.exec(typed);
  if (!match?.[1]) return { fieldError: SIZE.invalid };
  const minCu = Number(match[1]);
  const maxCu = Number(match[2] ?? match[1]);
  if (minCu > maxCu) return { fieldError: SIZE.reversed(maxCu, minCu) };
  if (minCu < SMALLEST) return { fieldError: SIZE.tooSmall(SMALLEST) };
  if (maxCu > LARGEST) return { fieldError: SIZE.tooLarge(LARGEST) };
  if (!isSize(minCu) || !isSize(maxCu)) return { fieldError: SIZE.unknown };
  if (minCu < maxCu && maxCu > LARGEST_THAT_GROWS) return { fieldError: SIZE.fixed(LARGEST_THAT_GROWS) };
  if (maxCu - minCu > LARGEST_GROWTH) return { fieldError: SIZE.wide(LARGEST_GROWTH) };
  return { minCu, maxCu };
}

/** A size as it would be typed. */
export function sizeText({ minCu, maxCu }: ComputeSizeView): string {
  const least = minCu ?? maxCu;
  const most = maxCu ?? minCu;
  if (least === null || least === undefined) return "";
  return least === most ? String(least) : `${least}-${most}`;
}

/** A size as it is shown. */
export function sizeWords(size: ComputeSizeView): string {
  const text = sizeText(size).replace("-", "–");
  return text === "" ? COMMON.notReported : SIZE.units(text);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After how long without use a compute is suspended, in words. */
export function suspendWords(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return COMMON.notReported;
  if (seconds === 0) return COMMON.byDefault;
  if (seconds < 0) return COMMON.never;
  return spanWords(seconds);
}

export function spanWords(seconds: number): string {
  if (seconds % DAY === 0) return counted(seconds / DAY, "day");
  if (seconds % HOUR === 0) return counted(seconds / HOUR, "hour");
  if (seconds % MINUTE === 0) return counted(seconds / MINUTE, "minute");
  return counted(seconds, "second");
}

/** When a compute suspends, as a label that stands alone. */
export function suspendSummary(seconds: number): string {
  if (seconds === 0) return SIZE.defaultTimeout;
  return seconds < 0 ? SIZE.neverSuspends : SIZE.suspendsAfter(spanWords(seconds));
}

/** What a compute gets for what was typed, as labels that stand alone. `usual`: its size when nothing is typed. */
export function sizeSummary(
  size: string,
  suspend: string,
  usual: ComputeSizeView | undefined,
): readonly string[] {
  const typed = readSize(size);
  const given = size.trim() === "" || "fieldError" in typed ? usual : typed;
  return [
    given && sizeText(given) !== "" ? sizeWords(given) : SIZE.defaultSize,
    suspendSummary(Number(suspend) || (usual?.suspendTimeoutSeconds ?? 0)),
  ];
}

/** The choices of a suspend timeout; the platform takes 60 seconds to 7 days, 0 for its own choice and -1 for never. */
const USUAL = [0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, -1];

/** As options of a select; the present one is among them whatever it is. */
export function suspendOptions(present: number | null | undefined): Array<{ value: string; label: string }> {
  const known = present === null || present === undefined || USUAL.includes(present);
  const all = known ? USUAL : [present, ...USUAL];
  return all.map((seconds) => ({ value: String(seconds), label: suspendWords(seconds) }));
}

/** What a compute's name must be to be taken by the platform. */
export const computeNameError = (name: string) => nameError(name, 64);
