import { bytes, flag, seconds, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import { COMMON } from "@/features/base/words";
import type { BranchView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";
import { FIELDS } from "./words";

/** Everything that the platform reports of a branch. */
export function branchFields(projectId: string, branch: BranchView, clock: Clock): readonly RawField[] {
  return [
    text(COMMON.id, branch.id),
    text(COMMON.name, branch.name),
    text(FIELDS.projectId, projectId),
    text(FIELDS.parentId, branch.parentId),
    text(FIELDS.parentLsn, branch.parentLsn),
    time(FIELDS.parentTime, branch.parentTimestamp, clock),
    text(COMMON.state, branch.state),
    text(FIELDS.pendingState, branch.pendingState),
    time(FIELDS.stateChanged, branch.stateChangedAt, clock),
    flag(COMMON.byDefault, branch.isDefault),
    flag(FIELDS.protected, branch.isProtected),
    text(FIELDS.createdFrom, branch.creationSource),
    text(COMMON.createdBy, branch.createdBy),
    text(FIELDS.initialData, branch.initSource),
    text(FIELDS.restoreStatus, branch.restoreStatus),
    text(FIELDS.restoredFrom, branch.restoredFrom),
    text(FIELDS.restoredAs, branch.restoredAs),
    bytes(COMMON.size, branch.logicalSize),
    bytes(COMMON.written, branch.writtenDataBytes),
    bytes(COMMON.transferred, branch.dataTransferBytes),
    seconds(COMMON.activeTime, branch.activeTimeSeconds),
    seconds(COMMON.computeTime, branch.computeTimeSeconds),
    seconds(FIELDS.cpuTime, branch.cpuUsedSeconds),
    seconds(FIELDS.lifetime, branch.ttlSeconds),
    time(COMMON.expires, branch.expiresAt, clock),
    time(FIELDS.lastReset, branch.lastResetAt, clock),
    time(COMMON.created, branch.createdAt, clock),
    time(COMMON.updated, branch.updatedAt, clock),
    time(COMMON.deleted, branch.deletedAt, clock),
    text(FIELDS.deletedBy, branch.deletionMethod),
    time(FIELDS.recoverableUntil, branch.recoverableUntil, clock),
  ];
}
