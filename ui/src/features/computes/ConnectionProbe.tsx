import { useQuery } from "@tanstack/react-query";
import { computesQuery, connectionProbesQuery } from "@/data/queries";
import { Failure } from "@/features/base/Failure";
import type { ComputeView, ConnectionProbeView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { PROBE, probeWords } from "./words";

interface ConnectionProbeProps {
  accountId: string;
  projectId: string;
  branchId: string;
  /** Only what is known of this compute. */
  computeId?: string;
}

/** Whether what a click made or started takes connections; nothing where nothing was clicked. */
export function ConnectionProbe({ accountId, projectId, branchId, computeId }: ConnectionProbeProps) {
  const list = useQuery(connectionProbesQuery).data ?? [];
  const found = list.find(
    (each) =>
      each.accountId === accountId &&
      each.projectId === projectId &&
      each.branchId === branchId &&
      (computeId === undefined || each.computeId === null || each.computeId === computeId),
  );
  const served = useQuery({ ...computesQuery(accountId, projectId), enabled: found !== undefined }).data;
  if (!found || isPast(found, served)) return null;
  if (found.state === "failed" && found.error) {
    return <Failure title={PROBE.failed} error={found.error} />;
  }
  return (
    <Notice
      tone={found.state === "usable" ? "ok" : found.state === "failed" ? "danger" : "info"}
      role="status"
      testId="usable"
    >
      {probeWords(found)}
    </Notice>
  );
}

/** A connection that came about is shown while its compute runs: one that is suspended takes none at once. */
function isPast(
  { state, branchId, computeId }: ConnectionProbeView,
  computes: readonly ComputeView[] | undefined,
): boolean {
  if (state !== "usable" || computes === undefined) return false;
  const its = computes.filter(({ id, branchId: of }) =>
    computeId === null ? of === branchId : id === computeId,
  );
  return its.length > 0 && its.every((compute) => compute.state === "idle" || compute.isDisabled);
}
