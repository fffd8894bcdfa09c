import type { Look } from "@/data/words";
import type { OperationView, TrackedOperationView } from "@/ipc/generated";
import type { operationStates } from "@/ipc/words";
import { instantOf } from "@/time/clock";

/** The kinds of states; the word of a status is the platform's. */
export type Standing = "waiting" | "running" | "failed" | "done" | "ended";

const STANDING: Record<keyof typeof operationStates, Standing> = {
  scheduling: "waiting",
  running: "running",
  cancelling: "running",
  finished: "done",
  skipped: "ended",
  cancelled: "ended",
  vanished: "ended",
  failed: "failed",
  error: "failed",
};

/** How an operation stands. A status that this version does not know goes on until it is over. */
export function standingOf({ status, isOver }: OperationView): Standing {
  const known: Readonly<Record<string, Standing>> = STANDING;
  return known[status] ?? (isOver ? "ended" : "running");
}

const TONES: Record<Standing, Look["tone"]> = {
  waiting: "progress",
  running: "progress",
  failed: "danger",
  done: "ok",
  ended: "off",
};

/** Its status as it is shown. */
export function operationLook(operation: OperationView): Look {
  const tone = operation.status === "vanished" ? "warning" : TONES[standingOf(operation)];
  return { word: operation.statusWord, tone };
}

/** Where it works: "shop-prod / main", by ids where the names were not seen. */
export function whereOf({ projectName, branchName, operation }: TrackedOperationView): string {
  const branch = branchName ?? operation.branchId;
  return [projectName ?? operation.projectId, branch].filter(Boolean).join(" / ");
}

/** What somebody clicked that began it. */
export function clickOf({ clicked }: TrackedOperationView): string | undefined {
  return clicked ? [clicked.action, clicked.target].filter(Boolean).join(" ") : undefined;
}

/** How long it took, in milliseconds, or takes by now; nothing where that is not known. */
export function takenOf(
  { operation, since, endedAt }: TrackedOperationView,
  now: number,
): number | undefined {
  if (!operation.isOver) return Math.max(0, now - instantOf(since));
  if (operation.status === "vanished") return undefined;
  // The platform's instants are whole seconds, so what it measured comes first.
  if (operation.durationMs !== null) return operation.durationMs;
  // Both by the platform's clock; else both by this machine's.
  if (operation.createdAt !== null && operation.updatedAt !== null) {
    return span(operation.createdAt, operation.updatedAt);
  }
  return endedAt === null ? undefined : span(since, endedAt);
}

function span(from: string, to: string): number {
  return Math.max(0, instantOf(to) - instantOf(from));
}
