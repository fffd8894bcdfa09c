import { counted } from "@/data/format";
import { type Look, openLook, type Tone } from "@/data/words";
import type { BranchView, RestrictionView } from "@/ipc/generated";
import { branchStates } from "@/ipc/words";
import { formatDate } from "@/kit/time/formatDate";

const TONES: Record<keyof typeof branchStates, Tone> = {
  init: "progress",
  ready: "ok",
  updating: "progress",
  resetting: "progress",
  archiving: "progress",
  archived: "off",
  storage_deleted: "progress",
  deleted: "off",
};

/** What a branch is, or is about to be, which counts more. */
function standing({ state, pendingState, deletedAt }: BranchView): string | null {
  if (deletedAt !== null) return "deleted";
  if (pendingState === "storage_deleted") return pendingState;
  if (pendingState === "archived") return "archiving";
  if (pendingState !== null && pendingState !== state && state === "ready") return "updating";
  return state;
}

/** The state of a branch as it is shown. */
export function branchLook(branch: BranchView): Look {
  const state = standing(branch);
  if (state === null) return { word: "Not reported", tone: "off" };
  return openLook(branchStates, TONES, state, "off");
}

/** What marks a branch, in words. */
export function marksOf(branch: BranchView): readonly string[] {
  return [
    ...(branch.isDefault ? ["default"] : []),
    ...(branch.isProtected ? ["protected"] : []),
    ...(branch.isSchemaOnly ? ["schema only"] : []),
  ];
}

/** At which point of its parent it begins, its clock being so far ahead; nothing where the platform does not say. */
function pointOf({ parentLsn, parentTimestamp }: BranchView, ahead: number): string | undefined {
  if (parentTimestamp !== null) return `as of ${formatDate(parentTimestamp, ahead)}`;
  return parentLsn === null ? undefined : `at ${parentLsn}`;
}

/** Where a branch comes from: "from main as of Tue 24 Nov, 03:14". */
export function originOf(
  branch: BranchView,
  parentName: string | undefined,
  orphan: boolean,
  ahead: number,
): string {
  if (branch.parentId === null) return "root branch";
  const parent = parentName ?? branch.parentId;
  const note = orphan ? " (not in this list)" : "";
  return [`from ${parent}${note}`, pointOf(branch, ahead)].filter(Boolean).join(" ");
}

const RESTRICTED: Record<string, string> = {
  restore: "Cannot be restored",
  "delete-rw-endpoint": "Its compute cannot be deleted",
  "connect-to-endpoints": "Nothing can connect to it",
};

/** What cannot be done now, and why. */
export function restrictionText({ action, reason }: RestrictionView): string {
  return `${RESTRICTED[action] ?? `${action} is not possible`}: ${reason}`;
}

/** Why this cannot be done now, where the platform says that it cannot. */
export function restricted({ restrictions }: BranchView, action: string): string | undefined {
  const found = restrictions.find((each) => each.action === action);
  return found && restrictionText(found);
}

/** What can be done with all selected branches. */
export const bulkWords = {
  change: "Change",
  expire: "Set expiration…",
  protect: "Protect…",
  unprotect: "Unprotect…",
  recover: (count: number) => `Recover ${counted(count, "branch", "branches")}…`,
  delete: (count: number) => `Delete ${counted(count, "branch", "branches")}…`,
  expiryTitle: (count: number) => `Expiration of ${counted(count, "branch", "branches")}`,
  /** The plan comes next. */
  review: "Review changes",
};
