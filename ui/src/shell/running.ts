import { workWord } from "@/data/words";
import { standingOf, whereOf } from "@/features/operations/words";
import type { TrackedOperationView, WorkView } from "@/ipc/generated";
import { instantOf } from "@/time/clock";
import type { Work } from "./work";

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
  return accounts > 1 ? `${accounts} accounts` : undefined;
}
