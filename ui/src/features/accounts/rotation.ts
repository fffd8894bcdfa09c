import type { RotationStep, RotationView } from "@/ipc/generated";

/** The platform and the account are as they were, but for a new key that can be revoked. */
const BEFORE_SWAP: ReadonlySet<RotationStep> = new Set<RotationStep>(["create", "verify", "swap"]);

export const isOver = ({ step }: RotationView): boolean => step === "done" || step === "undone";

export const hasStopped = (rotation: RotationView): boolean => !rotation.isRunning && !isOver(rotation);

/** Whether its record can be removed: it is over, or all that is left of it is an old key that nobody finds. */
export const canDismiss = (rotation: RotationView): boolean =>
  isOver(rotation) || (hasStopped(rotation) && rotation.isRevoked);

/** Whether it can still be given up: the account has its former key. */
export const canUndo = (rotation: RotationView): boolean =>
  hasStopped(rotation) && BEFORE_SWAP.has(rotation.step);
