import { bytes, flag, list, number, seconds, settings, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import { COMMON } from "@/features/base/words";
import type { MaintenanceWindowView, ProjectView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";
import { FIELDS } from "./words";

/** Everything that the platform reports of a project. */
export function projectFields(project: ProjectView, clock: Clock): readonly RawField[] {
  const { usage, computeSize: size, details: more } = project;
  return [
    text(COMMON.id, project.id),
    text(COMMON.name, project.name),
    text(FIELDS.platform, more?.platformId),
    text(COMMON.region, project.regionId),
    number(FIELDS.postgresVersion, project.pgVersion),
    text(FIELDS.provisioner, more?.provisioner),
    text(FIELDS.proxyHost, project.proxyHost),
    text(FIELDS.createdFrom, more?.creationSource),
    text(FIELDS.ownerId, more?.ownerId),
    text(COMMON.owner, more?.ownerName),
    text(FIELDS.ownerEmail, more?.ownerEmail),
    text(FIELDS.ownerPlan, more?.ownerPlan),
    number(FIELDS.branchLimit, more?.ownerBranchesLimit),
    text(FIELDS.organizationId, project.organizationId),
    text(COMMON.organization, project.organization),
    text(FIELDS.permission, project.permission),
    flag(FIELDS.locked, project.isLocked),
    flag(FIELDS.storesPasswords, project.storesPasswords),
    seconds(COMMON.restoreWindow, project.historyRetentionSeconds),
    bytes(FIELDS.branchSizeLimit, project.branchSizeLimitBytes),
    number(FIELDS.smallestComputeCu, size.minCu),
    number(FIELDS.largestComputeCu, size.maxCu),
    number(FIELDS.suspendTimeoutS, size.suspendTimeoutSeconds),
    flag(FIELDS.publicConnectionsBlocked, project.blocksPublic),
    flag(FIELDS.vpcConnectionsBlocked, project.blocksVpc),
    list(FIELDS.allowedIps, more?.allowedIps, FIELDS.all),
    flag(FIELDS.allowedIpsProtectedOnly, more?.allowedIpsProtectedOnly),
    flag(FIELDS.logicalReplication, project.logicalReplication),
    flag(FIELDS.hipaa, project.hipaa),
    time(FIELDS.hipaaSince, more?.hipaaEnabledAt, clock),
    text(FIELDS.auditLogLevel, more?.auditLogLevel),
    settings(FIELDS.postgresSettings, more?.pgSettings),
    settings(FIELDS.poolerSettings, more?.poolerSettings),
    list(FIELDS.preloadedLibraries, more?.preloadLibraries),
    text(FIELDS.maintenanceWindowUtc, windowWords(more?.maintenanceWindow)),
    time(FIELDS.maintenanceStarts, more?.maintenanceStartsAt, clock),
    time(FIELDS.maintenancePlannedFor, more?.maintenanceScheduledFor, clock),
    bytes(COMMON.storage, usage.storageBytes),
    number(FIELDS.storageByteHours, more?.storageByteHours),
    bytes(COMMON.written, usage.writtenDataBytes),
    bytes(COMMON.transferred, usage.dataTransferBytes),
    seconds(COMMON.activeTime, usage.activeTimeSeconds),
    seconds(COMMON.computeTime, usage.computeTimeSeconds),
    seconds(FIELDS.cpuTime, more?.cpuUsedSeconds),
    seconds(FIELDS.activeTimeLimit, more?.quota.activeTimeSeconds),
    seconds(FIELDS.computeTimeLimit, more?.quota.computeTimeSeconds),
    bytes(FIELDS.writtenDataLimit, more?.quota.writtenDataBytes),
    bytes(FIELDS.transferLimit, more?.quota.dataTransferBytes),
    bytes(FIELDS.branchDataLimit, more?.quota.logicalSizeBytes),
    time(FIELDS.limitsReset, more?.quotaResetAt, clock),
    time(FIELDS.periodStart, usage.periodStart, clock),
    time(FIELDS.periodEnd, usage.periodEnd, clock),
    time(COMMON.lastActive, project.lastActiveAt, clock),
    time(COMMON.created, project.createdAt, clock),
    time(COMMON.updated, project.updatedAt, clock),
    time(COMMON.deleted, project.deletedAt, clock),
    time(FIELDS.recoverableUntil, project.recoverableUntil, clock),
  ];
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function windowWords(window: MaintenanceWindowView | null | undefined): string | null {
  if (!window) return null;
  const days = window.weekdays.map((day) => DAYS[day - 1] ?? day).join(", ");
  return `${days} ${window.start}–${window.end}`;
}
