import type { BranchView } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";
import { readDateTime } from "@/kit/time/dateTime";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";
import { POINT } from "./pointWords";

const SECOND = 1000;

/** At which point of another branch a branch begins. */
export type Point = "now" | "moment" | "lsn";

/** Why a point in time can't be used. `earliest` and `now` are by the platform's clock, which is named beside the first. */
export function momentError(
  text: string,
  earliest: number | undefined,
  now: number,
  ahead: number,
): string | undefined {
  const at = readDateTime(text);
  if (at === undefined) return text.trim() === "" ? POINT.missing : POINT.invalid;
  if (at > now) return POINT.future;
  if (earliest !== undefined && at < Math.floor(earliest / 1000) * 1000) {
    return POINT.tooEarly(formatDate(earliest, ahead));
  }
  return undefined;
}

export function lsnError(text: string): string | undefined {
  if (text.trim() === "") return POINT.missingLsn;
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
