import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "@/data/format";
import { workQuery } from "@/data/queries";
import { workWord } from "@/data/words";
import { perform } from "@/data/work";
import { useOpenOperations } from "@/features/history/open";
import { standingOf, whereOf } from "@/features/history/operation";
import { cancellingOf } from "@/features/seed/mutations";
import type { TrackedOperationView, WorkView } from "@/ipc/generated";
import { toast } from "@/kit/overlay/toasts";
import { Link } from "@/kit/route/Link";
import { useRouter } from "@/kit/route/useRouter";
import { instantOf } from "@/time/clock";
import { ActivityStrip } from "./ActivityStrip";
import { ACTIVITY } from "./words";
import type { Work } from "./work";

const NONE: readonly WorkView[] = [];

/** What runs now, here and on the platforms of every account, in the strip at the bottom. */
export function Works() {
  const works = useQuery(workQuery).data ?? NONE;
  const operations = useOpenOperations();
  const client = useQueryClient();
  const router = useRouter();
  const shown = useMemo(
    () =>
      worksOf(works, operations, {
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
    [works, operations, client, router],
  );
  return (
    <ActivityStrip
      works={shown}
      scope={scopeOf(operations)}
      all={(close) => (
        <Link to={{ screen: "history", view: "timeline" }} onClick={close}>
          {ACTIVITY.timeline}
        </Link>
      )}
    />
  );
}

interface Powers {
  cancel(id: string): void;
  open(operation: TrackedOperationView): void;
}

/** What runs here and what the platforms do, as one list: what began last comes first. */
export function worksOf(
  works: readonly WorkView[],
  operations: readonly TrackedOperationView[],
  powers: Powers,
): readonly Work[] {
  return [
    ...works.map((work) => ofWork(work, powers)),
    ...operations.map((row) => ofOperation(row, powers)),
  ].sort((a, b) => b.startedAt - a.startedAt || a.id.localeCompare(b.id));
}

function ofWork({ id, verb, subject, startedAt, progress, cancellable }: WorkView, { cancel }: Powers): Work {
  return {
    id,
    verb: workWord(verb),
    subject,
    startedAt: instantOf(startedAt),
    ...(progress && progress.total > 0 && { progress: progress.done / progress.total }),
    ...(cancellable && { cancel: () => cancel(id) }),
  };
}

function ofOperation(row: TrackedOperationView, { open }: Powers): Work {
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

/** Over how many accounts it is counted, where it is more than one. */
export function scopeOf(operations: readonly TrackedOperationView[]): string | undefined {
  const accounts = new Set(operations.map(({ accountId }) => accountId)).size;
  return accounts > 1 ? counted(accounts, "account") : undefined;
}
