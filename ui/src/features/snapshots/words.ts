import { counted, listed } from "@/data/format";
import type { SnapshotScheduleView } from "@/ipc/generated";
import { actions, destructions } from "@/ipc/words";

type About = { snapshot: { name: string } };

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  restore: { title: "Restore…", titleFor: ({ snapshot }: About): string => `Restore ${snapshot.name}…` },
  rename: { title: "Rename…", titleFor: ({ snapshot }: About): string => `Rename ${snapshot.name}…` },
  delete: { title: "Delete…", titleFor: ({ snapshot }: About): string => `Delete ${snapshot.name}…` },
  id: { title: "Copy snapshot ID", copied: "Snapshot ID copied" },
  asJson: "Snapshot copied as JSON",
  list: (project: string): string => `List snapshots of ${project}`,
};

/** The parts of a menu. */
export const GROUPS = {
  change: "This snapshot",
  copy: "Copy this snapshot",
};

/** The list. */
export const LIST = {
  title: "Snapshots",
  loading: "snapshots",
  failed: "Couldn’t load the snapshots",
  notRefreshed: "Couldn’t refresh the snapshots",
  none: "No snapshots yet",
  noneText:
    "A snapshot keeps the data of a branch as it is at one moment. Take one before a risky change, or have them taken on a schedule.",
  take: `${actions.takeSnapshot.order}…`,
  schedule: "Schedule…",
  snapshotBranch: "Snapshot, branch",
  taken: "Taken",
  byHand: "Manually",
  changed: (size: string): string => `${size} changed since the scheduled snapshot before it`,
  bySchedule: "Scheduled",
  branchGone: "Branch deleted",
};

/** Taking one. */
export const TAKE = {
  title: actions.takeSnapshot.order,
  text: "The branch stays as it is, and nobody is disconnected.",
  failed: "Couldn’t take the snapshot",
  data: "Data",
  nameHint: "Leave empty for the branch’s name and the time.",
  taken: "A snapshot with this name already exists.",
  noWindow: "The project has no restore window, so only the current data can be kept.",
  noBranch: "This project has no branch that snapshots can be taken of.",
  stays: "The snapshot stays until you delete it.",
  expires: "An expired snapshot is deleted. It can’t be recovered.",
};

/** The branches that snapshots can be taken of. */
export const ROOTS = {
  hasParent: "Has a parent branch",
  notDefault: (name: string): string =>
    `Snapshots can only be taken of root branches, and ${name} has a parent. A restore makes a branch a child of its backup.`,
};

/** Restoring one. */
export const RESTORE = {
  title: (name: string): string => `Restore ${name}`,
  call: actions.restoreSnapshot.order,
  failed: "Couldn’t restore the snapshot",
  as: "Restore",
  newBranch: "Into a new branch",
  newBranchHint: "Look at the data first. You can let it replace another branch later.",
  replace: "In place of a branch",
  replaceHint: "Connection strings lead to the restored data as soon as it is ready.",
  nameHint: "Leave empty for the snapshot’s name.",
  target: "Replace",
  means: (branch: string): string =>
    `The snapshot’s data becomes ${branch}, with its computes, connection strings and settings, but a new branch ID. Open connections are closed.`,
  kept: (branch: string): string =>
    `The current data stays in a branch called “${branch} (old)”, without a compute.`,
  submitNew: "Restore snapshot",
  submitReplace: (branch: string): string => `Replace ${branch}`,
  noBranch: "This project has no branch to replace",
};

/** Finalizing a restore. */
export const FINALIZE = {
  title: (name: string, former: string): string => `Replace ${former} with ${name}?`,
  means: (name: string, former: string): string =>
    `${name} gets the name, computes, connection strings and settings of ${former}. Its own computes are deleted. Open connections are closed.`,
  former: (name: string): string => `New name of ${name}`,
  formerHint: "It keeps its data, without a compute. You can delete it later.",
  submit: actions.finalizeRestore.order,
  failed: "Couldn’t finalize the restore",
  noTarget: "The branch to replace no longer exists",
};

/** Renaming one. */
export const RENAME = {
  title: (name: string): string => `Rename ${name}`,
  call: actions.renameSnapshot.order,
  failed: "Couldn’t rename the snapshot",
};

/** Deleting one. */
export const DELETE = {
  title: (name: string): string => `Delete ${name}?`,
  submit: destructions.deleteSnapshot.word,
  failed: "Couldn’t delete the snapshot",
  means: destructions.deleteSnapshot.means,
};

/** When snapshots of a branch are taken. */
export const SCHEDULE = {
  kind: "Snapshot schedule",
  title: (name: string): string => `Snapshot schedule of ${name}`,
  text: "Snapshots are taken automatically at these times. All times are in UTC.",
  submit: "Save schedule",
  call: actions.changeSnapshotSchedule.order,
  failed: "Couldn’t save the schedule",
  unread: "Couldn’t load the schedule",
  loading: "the schedule",
  none: "No snapshots are taken automatically.",
  add: "Add a time",
  remove: "Remove",
  item: (number: number): string => `Time ${number}`,
  frequency: "How often",
  hour: "Hour (UTC)",
  day: "Day",
  month: "Month",
  keep: "Keep for",
  forever: "Until deleted",
  days: (count: number): string => counted(count, "day"),
  hours: (count: number): string => counted(count, "hour"),
  saved: (branch: string, items: readonly SnapshotScheduleView[]): string =>
    items.length === 0
      ? `Scheduled snapshots of ${branch} turned off`
      : `Snapshots of ${branch}: ${listed(items.map(({ frequency }) => (FREQUENCIES[frequency] ?? frequency).toLowerCase()))}`,
};

export const FREQUENCIES: Record<string, string> = {
  hourly: "Hourly",
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
};

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** A dialog about a snapshot that is not there. */
export const ABSENT = {
  title: "Snapshot",
  loading: "the snapshot",
  gone: "This snapshot no longer exists. It was deleted elsewhere, or it expired.",
};
