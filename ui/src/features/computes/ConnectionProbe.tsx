import { useQuery } from "@tanstack/react-query";
import { milliseconds } from "@/data/format";
import { computesQuery, connectionProbesQuery } from "@/data/queries";
import { Failure } from "@/features/base/Failure";
import type { ComputeView, ConnectionProbeView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";

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
    return <Failure title="Couldn’t connect" error={found.error} />;
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

function probeWords({ state, milliseconds: taken }: ConnectionProbeView): string {
  switch (state) {
    case "waiting":
      return "Waiting for the platform to finish, then testing the connection.";
    case "connecting":
      return "Testing the connection.";
    case "usable":
      return taken === null ? "Connected." : `Connected after ${milliseconds(taken)}.`;
    case "failed":
      return "Couldn’t connect.";
  }
}
