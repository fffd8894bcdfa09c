import type { ReactNode } from "react";
import { BranchDialog, type BranchDialogSubject } from "@/features/branches/BranchDialog";
import type { BranchRef } from "@/features/branches/subjects";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { DeleteSnapshotDialog } from "./DeleteSnapshotDialog";
import { FinalizeRestoreDialog } from "./FinalizeRestoreDialog";
import { RenameSnapshotDialog } from "./RenameSnapshotDialog";
import { RestoreSnapshotDialog } from "./RestoreSnapshotDialog";
import { SnapshotDialog, type SnapshotDialogSubject } from "./SnapshotDialog";
import { SnapshotScheduleDialog } from "./SnapshotScheduleDialog";
import type { SnapshotRef } from "./subjects";
import { TakeSnapshotDialog } from "./TakeSnapshotDialog";

const aboutOne = (Shown: (about: SnapshotDialogSubject) => ReactNode) => (ref: SnapshotRef) => (
  <SnapshotDialog {...ref}>{(about) => <Shown {...about} />}</SnapshotDialog>
);

const aboutBranch = (Shown: (about: BranchDialogSubject) => ReactNode) => (ref: BranchRef) => (
  <BranchDialog {...ref}>{(about) => <Shown {...about} />}</BranchDialog>
);

export const snapshotDialogs = {
  takeSnapshot: TakeSnapshotDialog,
  restoreSnapshot: aboutOne(RestoreSnapshotDialog),
  renameSnapshot: aboutOne(RenameSnapshotDialog),
  deleteSnapshot: aboutOne(DeleteSnapshotDialog),
  snapshotSchedule: aboutBranch(SnapshotScheduleDialog),
  finalizeRestore: aboutBranch(FinalizeRestoreDialog),
} satisfies Partial<DialogComponents>;
