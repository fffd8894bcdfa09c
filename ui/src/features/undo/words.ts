import { counted } from "@/data/format";
import type { UndoView } from "@/ipc/generated";

/** What was deleted at once: "3 projects", or the name of the only one. */
export function deletedWords([first, ...more]: readonly [UndoView, ...UndoView[]]): string {
  if (more.length === 0) return first.name;
  const count = more.length + 1;
  return first.branchId === null ? counted(count, "project") : counted(count, "branch", "branches");
}

/** "shop was deleted.", "3 projects were deleted.", as what stands behind the name. */
export const wereDeleted = (count: number): string => (count === 1 ? "was deleted." : "were deleted.");

/** `left`: "6 days". */
export const recoverWords = (count: number, left: string): string =>
  count === 1
    ? `You can recover it with all its data for another ${left}.`
    : `You can recover them with all their data for another ${left}.`;

/** The palette. */
export const ACTIONS = {
  nothing: "Nothing to recover",
  recovered: (name: string): string => `${name} recovered`,
  deleted: (date: string): string => `Deleted ${date}`,
  last: { title: "Recover last deleted item" },
  group: "Projects",
};

/** The notice, with its button. */
export const NOTICE = {
  unread: "Couldn’t load what can be recovered",
  more: (count: number): string => `Show ${count} more`,
  until: (date: string): string => `Until ${date}`,
  failed: (what: string): string => `Couldn’t recover ${what}`,
};
