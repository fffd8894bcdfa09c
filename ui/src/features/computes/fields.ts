import { flag, list, number, settings, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import { COMMON } from "@/features/base/words";
import type { ComputeView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";
import { FIELDS } from "./words";

/** Everything that the platform reports of a compute. */
export function computeFields(projectId: string, compute: ComputeView, clock: Clock): readonly RawField[] {
  const { size, details } = compute;
  const servers = details.servers.map(({ name, state }) => (state === null ? name : `${name}: ${state}`));
  return [
    text(COMMON.id, compute.id),
    text(COMMON.name, compute.name),
    text(FIELDS.projectId, projectId),
    text(FIELDS.branchId, compute.branchId),
    text(FIELDS.type, compute.isWritable ? "read_write" : "read_only"),
    text(COMMON.state, compute.state),
    text(FIELDS.pendingState, compute.pendingState),
    flag(FIELDS.disabled, compute.isDisabled),
    text(FIELDS.directHost, compute.host),
    text(FIELDS.pooledHost, compute.poolerHost),
    text(FIELDS.readOnlyHost, details.readOnlyHost),
    text(FIELDS.readOnlyPooledHost, details.readOnlyPoolerHost),
    text(FIELDS.proxyHost, details.proxyHost),
    flag(FIELDS.pooler, details.poolerEnabled),
    text(FIELDS.poolerMode, details.poolerMode),
    flag(FIELDS.passwordlessAccess, details.passwordlessAccess),
    text(COMMON.region, compute.regionId),
    text(FIELDS.provisioner, details.provisioner),
    text(FIELDS.release, details.releaseVersion),
    text(FIELDS.createdFrom, details.creationSource),
    number(FIELDS.smallestSizeCu, size.minCu),
    number(FIELDS.largestSizeCu, size.maxCu),
    number(FIELDS.suspendTimeoutS, size.suspendTimeoutSeconds),
    settings(FIELDS.postgresSettings, details.pgSettings),
    settings(FIELDS.poolerSettings, details.poolerSettings),
    list(FIELDS.preloadedLibraries, details.preloadLibraries),
    list(FIELDS.servers, servers),
    time(COMMON.lastActive, compute.lastActive, clock),
    time(FIELDS.started, compute.startedAt, clock),
    time(FIELDS.suspended, compute.suspendedAt, clock),
    time(COMMON.created, compute.createdAt, clock),
    time(COMMON.updated, compute.updatedAt, clock),
  ];
}
