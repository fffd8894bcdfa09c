import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "@/data/format";
import { perform } from "@/data/mutation";
import { jobsQuery, operationsQuery } from "@/data/queries";
import { jobWord } from "@/data/words";
import { cancellingOf } from "@/features/base/jobs";
import { useOpenOperations } from "@/features/history/open";
import { standingOf, whereOf } from "@/features/history/operation";
import { Freshness } from "@/features/refresh/Freshness";
import type { JobView, TrackedOperationView } from "@/ipc/generated";
import { toast } from "@/kit/overlay/toasts";
import { Link } from "@/kit/route/Link";
import { useRouter } from "@/kit/route/useRouter";
import { instantOf } from "@/time/clock";
import { ActivityStrip } from "./ActivityStrip";
import type { RunningJob } from "./runningJob";
import { ACTIVITY } from "./words";

const NONE: readonly JobView[] = [];

/** What runs now, here and on the platforms of every account, in the strip at the bottom. */
export function RunningJobs() {
  const jobs = useQuery(jobsQuery).data ?? NONE;
  const operations = useOpenOperations();
  const tracked = useQuery(operationsQuery).data;
  // How a task of this machine ended is not in the list of those that run.
  const ends = useMemo(() => endsOf(tracked ?? []), [tracked]);
  const client = useQueryClient();
  const router = useRouter();
  const shown = useMemo(
    () =>
      jobsOf(jobs, operations, {
        cancel(id) {
          perform(client, cancellingOf(id), undefined).catch(() =>
            toast({
              title: ACTIVITY.notCancelled,
              detail: ACTIVITY.mayBeOver,
              tone: "danger",
            }),
          );
        },
        open: ({ operation }) => router.go({ screen: "history", id: operation.id, view: "timeline" }),
      }),
    [jobs, operations, client, router],
  );
  return (
    <ActivityStrip
      jobs={shown}
      scope={scopeOf(operations)}
      ends={ends}
      aside={<Freshness />}
      all={(close) => (
        <Link to={{ screen: "history", view: "timeline" }} onClick={close}>
          {ACTIVITY.timeline}
        </Link>
      )}
    />
  );
}

interface StripActions {
  cancel(id: string): void;
  open(operation: TrackedOperationView): void;
}

/** What runs here and what the platforms do, as one list: what began last comes first. */
export function jobsOf(
  jobs: readonly JobView[],
  operations: readonly TrackedOperationView[],
  actions: StripActions,
): readonly RunningJob[] {
  return [
    ...jobs.map((job) => ofJob(job, actions)),
    ...operations.map((row) => ofOperation(row, actions)),
  ].sort((a, b) => b.startedAt - a.startedAt || a.id.localeCompare(b.id));
}

function ofJob(
  { id, verb, subject, startedAt, progress, cancellable }: JobView,
  { cancel }: StripActions,
): RunningJob {
  return {
    id,
    verb: jobWord(verb),
    subject,
    startedAt: instantOf(startedAt),
    ...(progress && progress.total > 0 && { progress: progress.done / progress.total }),
    ...(cancellable && { cancel: () => cancel(id) }),
  };
}

function ofOperation(row: TrackedOperationView, { open }: StripActions): RunningJob {
  const { operation, accountId, since } = row;
  return {
    id: `${accountId}/${operation.id}`,
    verb: operation.actionWord,
    subject: whereOf(row),
    startedAt: instantOf(since),
    ...(standingOf(operation) === "failed" && { failed: true }),
    open: () => open(row),
  };
}

/** The words of how operations ended, by the ids of their lines. */
function endsOf(list: readonly TrackedOperationView[]): ReadonlyMap<string, string> {
  const over = list.filter(({ operation }) => operation.isOver);
  return new Map(
    over.map(({ accountId, operation: { id, statusWord } }) => [
      `${accountId}/${id}`,
      statusWord.toLowerCase(),
    ]),
  );
}

/** Over how many accounts it is counted, where it is more than one. */
export function scopeOf(operations: readonly TrackedOperationView[]): string | undefined {
  const accounts = new Set(operations.map(({ accountId }) => accountId)).size;
  return accounts > 1 ? counted(accounts, "account") : undefined;
}
