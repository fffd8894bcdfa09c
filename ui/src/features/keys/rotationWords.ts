import { sentence } from "@/data/format";
import type { Look } from "@/data/words";
import { hasStopped, isOver } from "@/features/accounts/rotation";
import type { RotationStep, RotationView } from "@/ipc/generated";
import { bulkItemStates, bulkStates, rotationSteps } from "@/ipc/words";

const ORDER = ["create", "verify", "swap", "revoke"] as const satisfies readonly RotationStep[];

/** The steps in their order, each with what it does. */
export const STEPS = ORDER.map((step) => ({
  step,
  title: rotationSteps[step].word,
  means: rotationSteps[step].detail,
}));

/** Whether it may be dismissed: it is over, or nothing is left of it but a former key that nobody finds. */
export const canDismiss = (rotation: RotationView): boolean =>
  isOver(rotation) || (hasStopped(rotation) && rotation.isRevoked);

/** How one step of a rotation stands. */
export function stepLook(rotation: RotationView, step: RotationStep): Look {
  const { done, undone } = rotationSteps;
  if (rotation.step === "done") return { word: done.word, tone: "ok" };
  if (rotation.step === "undone") return { word: undone.word, tone: "off" };
  const order: readonly RotationStep[] = ORDER;
  const [at, now] = [order.indexOf(step), order.indexOf(rotation.step)];
  if (at < now) return { word: done.word, tone: "ok" };
  if (at > now) return { word: bulkItemStates.waiting, tone: "off" };
  return rotation.isRunning
    ? { word: bulkItemStates.running, tone: "progress" }
    : { word: bulkStates.stopped, tone: "warning" };
}

/** How it stands as a whole. */
export function rotationTitle(rotation: RotationView): string {
  const { accountName, step, isRunning } = rotation;
  if (step === "done") return `${accountName} has a new key`;
  if (step === "undone") return `${accountName} keeps its old key`;
  return isRunning ? `Rotating the key of ${accountName}` : `The key rotation of ${accountName} stopped`;
}

/** What it means, and what the account works with meanwhile. */
export function rotationText(rotation: RotationView): string {
  const { step, isRunning, isRevoked, problem, newName, oldName } = rotation;
  const former = oldName ? `the old key ${oldName}` : "the old key";
  if (step === "done") return `It uses ${newName} now, and ${former} is revoked.`;
  if (step === "undone") return `The new key ${newName} is revoked, and nothing else changed.`;
  if (isRunning) return "It continues when you close this, and after a restart.";
  const why = problem ? `${sentence(problem.message)} ` : "";
  if (isRevoked) return `${why}The account uses ${newName}.`;
  return step === "revoke"
    ? `${why}The account uses ${newName}; ${former} is still valid until it is revoked.`
    : `${why}The account still uses ${former}.`;
}
