import { counted } from "@/data/format";
import type { BranchView } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";
import { HISTORY } from "./words";

/** What the histories of a project's branches take. */
export interface HistoryUse {
  bytes: number;
  /** Beyond this the largest restore window is shortened; nothing where there is no such limit. */
  limit: number | null;
  /** Branches whose windows are shorter than the project's because of that. */
  shortened: readonly BranchView[];
}

/** Nothing where the platform does not report it. */
export function historyUse(branches: readonly BranchView[] | undefined): HistoryUse | undefined {
  const windows = branches?.flatMap(({ restoreWindow }) => (restoreWindow ? [restoreWindow] : [])) ?? [];
  if (branches === undefined || windows.every(({ bytes }) => bytes === null)) return undefined;
  return {
    bytes: windows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    limit: windows[0]?.projectLimitBytes ?? null,
    shortened: branches.filter(({ restoreWindow }) => restoreWindow?.isShortened),
  };
}

/** "212 MB of 2 GB" */
export function usedWords({ bytes, limit }: HistoryUse): string {
  const used = formatBytes(bytes);
  return limit === null ? used : HISTORY.of(used, formatBytes(limit));
}

/** Why windows are shorter than the project's; nothing while none is. */
export function shortenedWords({ shortened, limit }: HistoryUse): string | undefined {
  const [first, ...others] = shortened;
  if (first === undefined) return undefined;
  const which = others.length === 0 ? first.name : counted(shortened.length, "branch", "branches");
  return HISTORY.shortened(which, limit === null ? null : formatBytes(limit));
}
