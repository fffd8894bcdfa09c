import { counted, grouped } from "@/data/format";
import { type Look, openLook, type Tone } from "@/data/words";
import type { BranchView, RestrictionView } from "@/ipc/generated";
import { actions, branchStates } from "@/ipc/words";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import type { BranchSubject } from "./subjects";

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

/** As wide as a date gets. */
const WIDEST_DATE = "Wed 28 Mar, 00:00";

/** At which point of its parent it begins, its clock being so far ahead; nothing where the platform does not say. */
function pointOf({ parentLsn, parentTimestamp }: BranchView, ahead: number | "any"): string | undefined {
  if (parentTimestamp !== null) {
    return `as of ${ahead === "any" ? WIDEST_DATE : formatDate(parentTimestamp, ahead)}`;
  }
  return parentLsn === null ? undefined : `at ${parentLsn}`;
}

/** Where a branch comes from: "from main as of Tue 24 Nov, 03:14"; by any clock when only its width matters. */
export function originOf(
  branch: BranchView,
  parentName: string | undefined,
  orphan: boolean,
  ahead: number | "any",
): string {
  if (branch.restoredFrom !== null) return "restored from a snapshot";
  if (branch.parentId === null) return "root branch";
  const parent = parentName ?? branch.parentId;
  const note = orphan ? " (not in this list)" : "";
  return [`from ${parent}${note}`, pointOf(branch, ahead)].filter(Boolean).join(" ");
}

const RESTRICTED: Record<string, string> = {
  restore: "Can’t be restored",
  "delete-rw-endpoint": "Its compute can’t be deleted",
  "connect-to-endpoints": "Nothing can connect to it",
};

/** What cannot be done now, and why. */
export function restrictionText({ action, reason }: RestrictionView): string {
  return `${RESTRICTED[action] ?? `${action} isn’t possible`}: ${reason}`;
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
  expiryTitle: (count: number) => `Set expiration of ${counted(count, "branch", "branches")}`,
  /** The plan comes next. */
  review: "Review changes",
};

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  branchesNew: { title: "New branch…" },
  copy: {
    title: "Copy connection string",
    titleFor: ({ branch }: BranchSubject): string => `Copy connection string of ${branch.name}`,
  },
  psql: {
    title: actions.openPsql.order,
    titleFor: ({ branch }: BranchSubject): string => `Open psql on ${branch.name}`,
  },
  branchNew: {
    title: "New branch from here…",
    titleFor: ({ branch }: BranchSubject): string => `New branch from ${branch.name}…`,
  },
  schema: {
    title: "Show schema…",
    titleFor: ({ branch }: BranchSubject): string => `Show schema of ${branch.name}…`,
  },
  compareSchemas: {
    title: "Compare schemas…",
    titleFor: ({ branch }: BranchSubject): string => `Compare schema of ${branch.name}…`,
  },
  compute: {
    title: "New compute…",
    titleFor: ({ branch }: BranchSubject): string => `New compute for ${branch.name}…`,
  },
  rename: { title: "Rename…", titleFor: ({ branch }: BranchSubject): string => `Rename ${branch.name}…` },
  protect: { title: "Protect", titleFor: ({ branch }: BranchSubject): string => `Protect ${branch.name}` },
  unprotect: {
    title: "Unprotect",
    titleFor: ({ branch }: BranchSubject): string => `Unprotect ${branch.name}`,
  },
  default: {
    title: "Make default…",
    titleFor: ({ branch }: BranchSubject): string => `Make ${branch.name} the default…`,
  },
  expiry: {
    title: "Set expiration…",
    titleFor: ({ branch }: BranchSubject): string => `Set expiration of ${branch.name}…`,
  },
  keep: {
    title: "Remove expiration",
    titleFor: ({ branch }: BranchSubject): string => `Remove expiration of ${branch.name}`,
  },
  restore: { title: "Restore…", titleFor: ({ branch }: BranchSubject): string => `Restore ${branch.name}…` },
  snapshot: {
    title: `${actions.takeSnapshot.order}…`,
    titleFor: ({ branch }: BranchSubject): string => `Take snapshot of ${branch.name}…`,
  },
  snapshotSchedule: {
    title: "Schedule snapshots…",
    titleFor: ({ branch }: BranchSubject): string => `Schedule snapshots of ${branch.name}…`,
  },
  finalizeRestore: {
    title: `${actions.finalizeRestore.order}…`,
    titleFor: ({ branch }: BranchSubject): string => `Finalize restore of ${branch.name}…`,
  },
  reset: {
    title: "Reset from parent…",
    titleFor: ({ branch }: BranchSubject): string => `Reset ${branch.name} from parent…`,
  },
  recover: { title: "Recover", titleFor: ({ branch }: BranchSubject): string => `Recover ${branch.name}` },
  delete: { title: "Delete…", titleFor: ({ branch }: BranchSubject): string => `Delete ${branch.name}…` },
  id: { title: "Copy branch ID", copied: "Branch ID copied" },
  asJson: "Branch copied as JSON",
  list: (project: string): string => `List branches of ${project}`,
};

/** The parts of a menu. */
export const GROUPS = {
  use: "This branch",
  change: "Change this branch",
  copy: "Copy this branch",
  branches: "Branches",
};

/** Why an action can’t be used, as labels. */
export const BLOCKED = {
  noCompute: "This branch has no compute. Create one first",
  isDefault: "The default branch can’t be deleted. Make another branch the default first",
  isProtected: "This branch is protected. Unprotect it first",
  defaultExpires: "The default branch can’t expire",
  protectedExpires: "A protected branch can’t expire",
  expires: "Remove its expiration first",
  hasParent: "Snapshots can only be taken of root branches, which have no parent",
};

/** The tree. */
export const TREE = {
  expand: (name: string): string => `Expand ${name}`,
  collapse: (name: string): string => `Collapse ${name}`,
  none: "This project has no branch that this key can see.",
  count: (present: number, deleted: number): string =>
    deleted > 0
      ? `${counted(present, "branch", "branches")}, ${grouped(deleted)} deleted`
      : counted(present, "branch", "branches"),
  compute: (size: string, state: string): string => `${size} · ${state.toLowerCase()}`,
  computeAndMore: (words: string, more: number): string => `${words}, and ${counted(more, "more compute")}`,
  isProtected: "Protected",
  title: "Branches",
  computeColumn: "Compute",
  createdUpdated: "Created, updated",
  expired: "expired",
  leftToRecover: "left to recover",
  noCompute: "None",
  notRefreshed: "Couldn’t refresh the branches",
  failed: "Couldn’t load the branches",
  loading: "branches",
  filter: "Filter branches",
  showDeleted: "Show deleted",
  notProtected: "Couldn’t change the protection",
  notRecovered: "Couldn’t recover the branch",
  selected: "Selected branches",
};

/** One branch. */
export const DETAIL = {
  restorable: "Restorable since",
  window: "Restore window",
  restricted: "Some actions aren’t available right now",
  computesFailed: "Couldn’t load the computes",
  noCompute: "This branch has no compute, so nothing can connect to it.",
  branchId: "branch ID",
  origin: "Origin",
  parentLsn: "Parent LSN",
  lsn: "LSN",
  childBranches: "Child branches",
  lastReset: "Last reset",
  kind: "Branch",
  loading: "the branch",
  gone: "This branch no longer exists. It was deleted elsewhere.",
  restored: (target: string): string => `Restored from a snapshot. It can replace ${target}.`,
};

/** A deleted branch. */
export const DELETED = {
  unreported: "The platform doesn’t report how long it can be recovered.",
  recoverable: (left: number): string =>
    left === 0 ? "It can no longer be recovered." : `You can recover it for another ${formatDuration(left)}.`,
};

/** Everything the platform reports of a branch. */
export const FIELDS = {
  projectId: "Project ID",
  parentId: "Parent ID",
  parentLsn: "Parent LSN",
  parentTime: "Parent time",
  pendingState: "Pending state",
  stateChanged: "State changed",
  protected: "Protected",
  createdFrom: "Created from",
  initialData: "Initial data",
  restoreStatus: "Restore status",
  restoredFrom: "Restored from",
  restoredAs: "Restored as",
  cpuTime: "CPU time",
  lifetime: "Lifetime",
  lastReset: "Last reset",
  deletedBy: "Deleted by",
  recoverableUntil: "Recoverable until",
};

/** The dialog that creates a branch, and what is shown of the new one. */
export const CREATE = {
  openExisting: "Open existing branch",
  title: "New branch",
  text: "A branch starts with its parent’s data and stores only what changes.",
  submit: actions.createBranch.order,
  failed: "Couldn’t create the branch",
  taken: "A branch with this name already exists.",
  nameHint: "Leave empty for a generated name.",
  parent: "Parent",
  defaultMark: "default",
  defaultBranch: "Default branch",
  from: "Start from",
  schemaOnlyHint: "Copies the parent’s tables without their rows.",
  schemaOnly: "Schema only",
  addComputeHint: "Without one, nothing can connect to the branch. You can add one later.",
  addCompute: "Add a compute",
  protectedHint: "A protected branch can’t be deleted or reset.",
  isProtected: "Protected",
  noWindow: "The project has no restore window, so a branch starts from its parent’s current data.",
  protectedExpires: "A protected branch can’t expire. Turn off one of the two.",
  created: (name: string): string => `Connect to ${name}`,
  stringsAgain: "You can find the connection strings again under Connect on the project’s overview.",
  passwordOnce: "Store it now or write it to a file: after that the password can only be reset.",
  ready: "The first connection may take a moment.",
};

/** What stands beside the fold of its options. */
export const SUMMARY = {
  all: "Schema and data",
  schemaOnly: "Schema only",
  noCompute: "No compute",
  isProtected: "Protected",
  isOpen: "Not protected",
};

/** When a branch expires. */
export const EXPIRY = {
  never: "Never",
  hour: "In 1 hour",
  day: "In 1 day",
  week: "In 7 days",
  at: "On a date…",
  title: (name: string): string => `Set expiration of ${name}`,
  remove: "Remove expiration",
  set: "Set expiration",
  call: "Set branch expiration",
  failed: "Couldn’t change the expiration",
  now: "now",
  stays: "The branch stays until you delete it.",
  hint: "An expired branch is deleted with its data and computes. You can recover it for 7 days.",
  on: "Expires on (local time)",
  today: (date: string): string => `The platform’s time is ${date}.`,
  past: "This time has passed.",
};

/** Renaming a branch. */
export const RENAME = {
  title: (name: string): string => `Rename ${name}`,
  call: "Rename branch",
  failed: "Couldn’t rename the branch",
  hint: "The branch ID and hosts don’t change.",
};

/** Making it the default branch. */
export const MAKE_DEFAULT = {
  means: (former: string | undefined): string =>
    former === undefined
      ? "Requests that name no branch will use it. Existing connection strings keep their branch."
      : `Requests that name no branch will use it instead of ${former}. Existing connection strings keep their branch.`,
  title: (name: string): string => `Make ${name} the default branch?`,
  submit: "Make default",
  failed: "Couldn’t change the default branch",
};

/** Deleting a branch. */
export const DELETE = {
  children: (count: number): string =>
    count === 1
      ? "It has 1 child branch. Delete it first:"
      : `It has ${counted(count, "child branch", "child branches")}. Delete them first:`,
  databases: "Databases",
  computes: "Computes",
  data: "Data",
  recoverable: "Open connections are closed. You can recover the branch for 7 days.",
  blocked: (name: string): string => `${name} can’t be deleted yet`,
  title: (name: string): string => `Delete ${name}?`,
  submit: actions.deleteBranch.order,
  call: actions.deleteBranch.order,
  failed: "Couldn’t delete the branch",
};
