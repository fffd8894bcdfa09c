import { flag, list, number, settings, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import type { ComputeView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";

/** Everything that the platform reports of a compute. */
export function computeFields(projectId: string, compute: ComputeView, clock: Clock): readonly RawField[] {
  const { size, details } = compute;
  const servers = details.servers.map(({ name, state }) => (state === null ? name : `${name}: ${state}`));
  return [
    text("ID", compute.id),
    text("Name", compute.name),
    text("Project ID", projectId),
    text("Branch ID", compute.branchId),
    text("Type", compute.isWritable ? "read_write" : "read_only"),
    text("State", compute.state),
    text("Pending state", compute.pendingState),
    flag("Disabled", compute.isDisabled),
    text("Direct host", compute.host),
    text("Pooled host", compute.poolerHost),
    text("Read-only host", details.readOnlyHost),
    text("Read-only pooled host", details.readOnlyPoolerHost),
    text("Proxy host", details.proxyHost),
    flag("Pooler", details.poolerEnabled),
    text("Pooler mode", details.poolerMode),
    flag("Passwordless access", details.passwordlessAccess),
    text("Region", compute.regionId),
    text("Provisioner", details.provisioner),
    text("Release", details.releaseVersion),
    text("Created from", details.creationSource),
    number("Smallest size, CU", size.minCu),
    number("Largest size, CU", size.maxCu),
    number("Suspend timeout, s", size.suspendTimeoutSeconds),
    settings("Postgres settings", details.pgSettings),
    settings("Pooler settings", details.poolerSettings),
    list("Preloaded libraries", details.preloadLibraries),
    list("Servers", servers),
    time("Last active", compute.lastActive, clock),
    time("Started", compute.startedAt, clock),
    time("Suspended", compute.suspendedAt, clock),
    time("Created", compute.createdAt, clock),
    time("Updated", compute.updatedAt, clock),
  ];
}
