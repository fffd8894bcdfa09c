import { useQuery } from "@tanstack/react-query";
import { milliseconds } from "@/data/format";
import { computesQuery, usableQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import type { ComputeView, UsableView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";

interface UsableLineProps {
  accountId: string;
  projectId: string;
  branchId: string;
  /** Only what is known of this compute. */
  computeId?: string;
}

/** Whether what a click made or started takes connections; nothing where nothing was clicked. */
export function UsableLine({ accountId, projectId, branchId, computeId }: UsableLineProps) {
  const list = useQuery(usableQuery).data ?? [];
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
    return <Failure title="No connection came about" error={found.error} />;
  }
  return (
    <Notice
      tone={found.state === "usable" ? "ok" : found.state === "failed" ? "danger" : "info"}
      role="status"
      testId="usable"
    >
      {usableWords(found)}
    </Notice>
  );
}

/** A connection that came about is told while its compute runs: one that is suspended takes none at once. */
function isPast(
  { state, branchId, computeId }: UsableView,
  computes: readonly ComputeView[] | undefined,
): boolean {
  if (state !== "usable" || computes === undefined) return false;
  const its = computes.filter(({ id, branchId: of }) =>
    computeId === null ? of === branchId : id === computeId,
  );
  return its.length > 0 && its.every((compute) => compute.state === "idle" || compute.isDisabled);
}

function usableWords({ state, milliseconds: taken }: UsableView): string {
  switch (state) {
    case "waiting":
      return "Waiting for the platform to finish; then a connection is tried.";
    case "connecting":
      return "Trying a connection.";
    case "usable":
      return taken === null ? "Usable: a connection answered." : `Usable after ${milliseconds(taken)}.`;
    case "failed":
      return "No connection came about.";
  }
}
