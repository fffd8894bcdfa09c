import { useQuery } from "@tanstack/react-query";
import { milliseconds } from "@/data/format";
import { usableQuery } from "@/data/queries";
import { Failure } from "@/features/Failure";
import type { UsableView } from "@/ipc/generated";
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
  if (!found) return null;
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

export function usableWords({ state, milliseconds: taken }: UsableView): string {
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
