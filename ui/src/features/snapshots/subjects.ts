import type { BranchRef } from "@/features/branches/subjects";
import type { SnapshotView } from "@/ipc/generated";

/** A snapshot, and where it is. */
export interface SnapshotSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  snapshot: SnapshotView;
  /** Of the branch that it was taken of; absent when that is gone. */
  branchName?: string | undefined;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

/** Which snapshot a dialog is about. */
export interface SnapshotRef {
  accountId: string;
  projectId: string;
  snapshotId: string;
}

declare module "@/kit/action/action" {
  interface Subjects {
    snapshot: SnapshotSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `branchId`: the branch it is to be taken of; the default branch when absent. */
    takeSnapshot: { accountId: string; projectId: string; branchId?: string };
    restoreSnapshot: SnapshotRef;
    renameSnapshot: SnapshotRef;
    deleteSnapshot: SnapshotRef;
    snapshotSchedule: BranchRef;
    finalizeRestore: BranchRef;
  }
}
