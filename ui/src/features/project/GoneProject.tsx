import { useQuery } from "@tanstack/react-query";
import { useClockOffset } from "@/data/clockOffset";
import { type MutationSpec, useMutationSpec } from "@/data/mutation";
import { projectQuery, undoQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import { recoveringOf } from "@/features/projects/mutations";
import type { ProjectView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";
import type { ShownProject } from "./useProject";
import { GONE } from "./words";

interface GoneProjectProps {
  accountId: string;
  projectId: string;
  shown: ShownProject;
}

/** The project is not there: deleted, with Recover as long as that is possible, or never this account's. */
export function GoneProject({ accountId, projectId, shown }: GoneProjectProps) {
  const router = useRouter();
  const undo = useQuery(undoQuery);
  const clockOffset = useClockOffset(accountId);
  const recovering = useMutationSpec(recoveringHere(accountId, projectId));
  const here = undo.data?.find(
    (each) => each.accountId === accountId && each.projectId === projectId && each.branchId === null,
  );
  const { project } = shown;
  const until = here?.until ?? project?.recoverableUntil;
  const deletedAt = here?.deletedAt ?? project?.deletedAt;
  const name = project?.name ?? here?.name ?? projectId;
  const toList = (tab?: "deleted") => router.go({ screen: "projects", ...(tab && { tab }) });
  return (
    <Notices>
      <Notice
        tone="warning"
        role="status"
        title={deletedAt ? GONE.deleted(name) : GONE.notFound(name)}
        actions={
          <>
            {until && (
              <Button
                size="small"
                icon="undo"
                busy={recovering.underWay}
                onClick={() => void recovering.start(undefined)}
              >
                {GONE.recover(name)}
              </Button>
            )}
            <Button size="small" onClick={() => toList()}>
              {GONE.showProjects}
            </Button>
            {!until && (
              <Button size="small" onClick={() => toList("deleted")}>
                {GONE.showDeleted}
              </Button>
            )}
            <Button size="small" tone="quiet" icon="refresh" busy={shown.loading} onClick={shown.again}>
              {COMMON.refresh}
            </Button>
          </>
        }
      >
        {deletedAt && <p>{GONE.since(formatDate(deletedAt, clockOffset))}</p>}
        {until ? (
          <Recoverable until={instantOf(until)} clockOffset={clockOffset} />
        ) : (
          !deletedAt && GONE.elsewhere
        )}
      </Notice>
      <MutationRefusal failure={recovering.failure} title={GONE.notRecovered} dismissible />
    </Notices>
  );
}

function Recoverable({ until, clockOffset }: { until: number; clockOffset: number }) {
  return <p>{GONE.recoverable(useTimeLeft(until, clockOffset))}</p>;
}

/** Recovers the project that is shown as gone; when it is being recovered already, that is waited for instead. */
const recoveringHere = (accountId: string, projectId: string): MutationSpec<ProjectView, void> => {
  const recovering = recoveringOf({ accountId, projectId });
  const record = projectQuery(accountId, projectId);
  return {
    ...recovering,
    async run(nothing, client) {
      const state = client.getQueryState(record.queryKey);
      const isRead =
        state?.fetchStatus === "fetching" || (state?.status === "success" && !state.isInvalidated);
      const now = isRead ? await client.ensureQueryData(record).catch(() => undefined) : undefined;
      return now && !now.deletedAt ? now : recovering.run(nothing, client);
    },
  };
};
