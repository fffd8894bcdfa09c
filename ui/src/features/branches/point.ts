import type { BranchView } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";
import { formatDate } from "@/kit/time/formatDate";
import { calendarOf, instantOf } from "@/time/clock";
import { POINT } from "./pointWords";

const SECOND = 1000;

/** At which point of another branch a branch begins. */
export type Point = "now" | "moment" | "lsn";

/*
 * A moment is typed and shown as every date of a platform is: as its clock has it, in this machine's time zone.
 */

/** The instant of a date and time as it is typed; undefined for any other text. */
export function readMoment(text: string): number | undefined {
  const typed = text.trim().replace(/\s+/, "T");
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(typed)) return undefined;
  const at = instantOf(typed);
  return Number.isNaN(at) ? undefined : at;
}

/** An instant as a field for date and time takes it: local, to the second. */
export function momentText(at: number): string {
  const date = calendarOf(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Why a point in time can't be used. `earliest` and `now` are by the platform's clock, which is named beside the first. */
export function momentError(
  text: string,
  earliest: number | undefined,
  now: number,
  ahead: number,
): string | undefined {
  const at = readMoment(text);
  if (at === undefined) return POINT.invalid;
  if (at > now) return POINT.future;
  if (earliest !== undefined && at < Math.floor(earliest / 1000) * 1000) {
    return POINT.tooEarly(formatDate(earliest, ahead));
  }
  return undefined;
}

export function lsnError(text: string): string | undefined {
  return /^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i.test(text.trim()) ? undefined : POINT.invalidLsn;
}

/** A moment of a branch that people may want to go back to, by the platform's clock. */
export interface RestorePoint {
  at: number;
  label: string;
}

/** What happened to a branch, as far as the list of branches tells, each a moment before it. The oldest first. */
export function restorePoints(
  branch: BranchView | undefined,
  branches: readonly BranchView[],
): RestorePoint[] {
  if (branch === undefined) return [];
  const resets = branch.lastResetAt === null ? [] : [{ at: branch.lastResetAt, label: POINT.reset }];
  const made = branches
    .filter(({ parentId }) => parentId === branch.id)
    .map(({ name, createdAt }) => ({ at: createdAt, label: POINT.made(name) }));
  return [...resets, ...made]
    .flatMap(({ at, label }) => (at === null ? [] : [{ at: instantOf(at) - SECOND, label }]))
    .sort((one, other) => one.at - other.at);
}

/** Why the restore window of a branch is shorter than its project's. */
export function shortenedOf(branch: BranchView | undefined): string | undefined {
  const window = branch?.restoreWindow;
  if (!window?.isShortened) return undefined;
  const limit = window.projectLimitBytes;
  return POINT.shortened(limit === null ? null : formatBytes(limit));
}

/** The limits of the restore window, as a sentence. */
export function windowWords(earliest: number | undefined, ahead: number): string {
  return earliest === undefined ? POINT.windowUnknown : POINT.window(formatDate(earliest, ahead));
}
