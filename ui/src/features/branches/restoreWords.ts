import type { BranchView } from "@/ipc/generated";
import { actions } from "@/ipc/words";
import { formatDate } from "@/kit/time/formatDate";
import { currentTime } from "@/time/clock";
import type { Restored } from "./restored";

/** The copy of what a branch holds before it is replaced. */
export const PRESERVE = {
  forItself: "Required when a branch is restored to its own past.",
  forChildren: "Required because the branch has child branches.",
  hint: "Holds the current data. You can delete it later.",
  keep: "Keep a backup branch",
  name: "Backup branch name",
};

/** Restoring a branch. */
export const RESTORE = {
  title: (name: string): string => `Restore ${name}`,
  text: "Replaces the branch’s current data and closes its connections.",
  ofRoot: "The backup becomes its parent, so its snapshot schedule ends.",
  call: actions.restoreBranch.order,
  failed: "Couldn’t restore the branch",
  from: "Restore from",
  itself: (name: string): string => `${name} at an earlier point`,
  noWindowMark: "no restore window",
  to: "Restore to",
  noWindow:
    "The project has no restore window, so a branch can only take the current data of another branch.",
  nothing: "The project has no restore window and no other branch to restore from",
};

/** What a restore did, above the tree. */
export const RESTORED = {
  going: (name: string): string => `Restoring ${name}…`,
  backup: (name: string): string => `${name} keeps its previous data.`,
  notUndone: "Couldn’t undo the restore",
};

/** "main is as it was at 01:09.", "dev now has the data of main." */
export function restoredWords(branch: BranchView, restored: Restored, ahead: number): string {
  const { at, lsn, sourceId, sourceName } = restored;
  const whose =
    sourceId === branch.id ? `${branch.name} is as` : `${branch.name} has the data of ${sourceName} as`;
  if (lsn !== null) return `${whose} it was at LSN ${lsn}.`;
  if (at === null) return `${branch.name} now has the data of ${sourceName}.`;
  const isToday = formatDate(at, ahead, "day") === formatDate(currentTime() + ahead, ahead, "day");
  return isToday
    ? `${whose} it was at ${formatDate(at, ahead, "clock")}.`
    : `${whose} it was on ${formatDate(at, ahead)}.`;
}

/** What a reset does, to whom, and what is lost by it. */
function resetMeans(name: string, parent: string, since: string | null, keepsBackup: boolean): string {
  const gets = `${name} gets the current data of ${parent}.`;
  const written = since === null ? `everything written to ${name}` : `everything written since ${since}`;
  return keepsBackup
    ? `${gets} The backup branch keeps ${written}. Open connections are closed.`
    : `${gets} You lose ${written}. Open connections are closed.`;
}

/** Resetting a branch from its parent. */
export const RESET = {
  title: (name: string, parent: string): string => `Reset ${name} from ${parent}?`,
  parentDeleted: (name: string, parent: string): string =>
    `${parent} was deleted, so ${name} can’t be reset from it`,
  noSource: "no branch",
  noParent: (name: string): string => `${name} no longer has a parent`,
  means: resetMeans,
  submit: "Reset branch",
  call: "Reset branch",
  failed: "Couldn’t reset the branch",
};
