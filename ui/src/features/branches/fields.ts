import { bytes, flag, seconds, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import type { BranchView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";

/** Everything that the platform reports of a branch. */
export function branchFields(projectId: string, branch: BranchView, clock: Clock): readonly RawField[] {
  return [
    text("ID", branch.id),
    text("Name", branch.name),
    text("Project ID", projectId),
    text("Parent ID", branch.parentId),
    text("Parent LSN", branch.parentLsn),
    time("Parent time", branch.parentTimestamp, clock),
    text("State", branch.state),
    text("Pending state", branch.pendingState),
    time("State changed", branch.stateChangedAt, clock),
    flag("Default", branch.isDefault),
    flag("Protected", branch.isProtected),
    text("Created from", branch.creationSource),
    text("Created by", branch.createdBy),
    text("Initial data", branch.initSource),
    text("Restore status", branch.restoreStatus),
    text("Restored from", branch.restoredFrom),
    text("Restored as", branch.restoredAs),
    bytes("Size", branch.logicalSize),
    bytes("Written", branch.writtenDataBytes),
    bytes("Transferred", branch.dataTransferBytes),
    seconds("Active time", branch.activeTimeSeconds),
    seconds("Compute time", branch.computeTimeSeconds),
    seconds("CPU time", branch.cpuUsedSeconds),
    seconds("Lifetime", branch.ttlSeconds),
    time("Expires", branch.expiresAt, clock),
    time("Last reset", branch.lastResetAt, clock),
    time("Created", branch.createdAt, clock),
    time("Updated", branch.updatedAt, clock),
    time("Deleted", branch.deletedAt, clock),
    text("Deleted by", branch.deletionMethod),
    time("Recoverable until", branch.recoverableUntil, clock),
  ];
}
