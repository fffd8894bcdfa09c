import { bytes, flag, list, number, seconds, settings, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import type { MaintenanceWindowView, ProjectView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";

/** Everything that the platform reports of a project. */
export function projectFields(project: ProjectView, clock: Clock): readonly RawField[] {
  const { usage, computeSize: size, details: more } = project;
  return [
    text("ID", project.id),
    text("Name", project.name),
    text("Platform", more?.platformId),
    text("Region", project.regionId),
    number("Postgres version", project.pgVersion),
    text("Provisioner", more?.provisioner),
    text("Proxy host", project.proxyHost),
    text("Created from", more?.creationSource),
    text("Owner ID", more?.ownerId),
    text("Owner", more?.ownerName),
    text("Owner email", more?.ownerEmail),
    text("Owner plan", more?.ownerPlan),
    number("Branch limit", more?.ownerBranchesLimit),
    text("Organization ID", project.organizationId),
    text("Organization", project.organization),
    text("Permission", project.permission),
    flag("Locked", project.isLocked),
    flag("Stores passwords", project.storesPasswords),
    seconds("Restore window", project.historyRetentionSeconds),
    bytes("Branch size limit", project.branchSizeLimitBytes),
    number("Smallest compute, CU", size.minCu),
    number("Largest compute, CU", size.maxCu),
    number("Suspend timeout, s", size.suspendTimeoutSeconds),
    flag("Public connections blocked", project.blocksPublic),
    flag("VPC connections blocked", project.blocksVpc),
    list("Allowed IP addresses", more?.allowedIps, "All"),
    flag("Only for protected branches", more?.allowedIpsProtectedOnly),
    flag("Logical replication", project.logicalReplication),
    flag("HIPAA", project.hipaa),
    time("HIPAA since", more?.hipaaEnabledAt, clock),
    text("Audit log level", more?.auditLogLevel),
    settings("Postgres settings", more?.pgSettings),
    settings("Pooler settings", more?.poolerSettings),
    list("Preloaded libraries", more?.preloadLibraries),
    text("Maintenance window, UTC", windowWords(more?.maintenanceWindow)),
    time("Maintenance starts", more?.maintenanceStartsAt, clock),
    time("Maintenance planned for", more?.maintenanceScheduledFor, clock),
    bytes("Storage", usage.storageBytes),
    number("Storage, byte-hours", more?.storageByteHours),
    bytes("Written", usage.writtenDataBytes),
    bytes("Transferred", usage.dataTransferBytes),
    seconds("Active time", usage.activeTimeSeconds),
    seconds("Compute time", usage.computeTimeSeconds),
    seconds("CPU time", more?.cpuUsedSeconds),
    seconds("Active time limit", more?.quota.activeTimeSeconds),
    seconds("Compute time limit", more?.quota.computeTimeSeconds),
    bytes("Written data limit", more?.quota.writtenDataBytes),
    bytes("Transfer limit", more?.quota.dataTransferBytes),
    bytes("Branch data limit", more?.quota.logicalSizeBytes),
    time("Limits reset", more?.quotaResetAt, clock),
    time("Period start", usage.periodStart, clock),
    time("Period end", usage.periodEnd, clock),
    time("Last active", project.lastActiveAt, clock),
    time("Created", project.createdAt, clock),
    time("Updated", project.updatedAt, clock),
    time("Deleted", project.deletedAt, clock),
    time("Recoverable until", project.recoverableUntil, clock),
  ];
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function windowWords(window: MaintenanceWindowView | null | undefined): string | null {
  if (!window) return null;
  const days = window.weekdays.map((day) => DAYS[day - 1] ?? day).join(", ");
  return `${days} ${window.start}–${window.end}`;
}
