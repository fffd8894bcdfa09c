import { sentence } from "@/data/format";
import type { Look } from "@/data/words";
import { hasStopped, isOver } from "@/features/accounts/rotation";
import type { RotationStep, RotationView } from "@/ipc/generated";

/** The steps in their order, each with what it does. */
export const STEPS: ReadonlyArray<{ step: RotationStep; title: string; means: string }> = [
  { step: "create", title: "Make the new key", means: "The platform makes a key beside the present one." },
  { step: "verify", title: "Try it", means: "The new key asks the platform who it is." },
  {
    step: "swap",
    title: "Take it",
    means: "The keychain gets the new key, and the account works with it from then on.",
  },
  {
    step: "revoke",
    title: "Revoke the former key",
    means: "Last of all, so that the account is never without a working key.",
  },
];

/** Whether it may be put away: it is over, or nothing is left of it but a former key that nobody finds. */
export const canDismiss = (rotation: RotationView): boolean =>
  isOver(rotation) || (hasStopped(rotation) && rotation.isRevoked);

/** How one step of a rotation stands. */
export function stepLook(rotation: RotationView, step: RotationStep): Look {
  if (rotation.step === "done") return { word: "Done", tone: "ok" };
  if (rotation.step === "undone") return { word: "Taken back", tone: "off" };
  const order = STEPS.map((each) => each.step);
  const [at, now] = [order.indexOf(step), order.indexOf(rotation.step)];
  if (at < now) return { word: "Done", tone: "ok" };
  if (at > now) return { word: "To come", tone: "off" };
  return rotation.isRunning
    ? { word: "Under way", tone: "progress" }
    : { word: "Stopped here", tone: "warning" };
}

/** How it stands as a whole. */
export function rotationTitle(rotation: RotationView): string {
  const { accountName, step, isRunning } = rotation;
  if (step === "done") return `${accountName} has a new key`;
  if (step === "undone") return `${accountName} keeps its former key`;
  return isRunning
    ? `The key of ${accountName} is being rotated`
    : `Rotating the key of ${accountName} stopped`;
}

/** What it means, and what the account works with meanwhile. */
export function rotationText(rotation: RotationView): string {
  const { step, isRunning, isRevoked, problem, newName, oldName } = rotation;
  const former = oldName ? `the former key ${oldName}` : "the former key";
  if (step === "done") return `It works with ${newName}, and ${former} is revoked.`;
  if (step === "undone") return `The new key ${newName} is revoked, and nothing else was changed.`;
  if (isRunning) return "It goes on when this is closed, and after a restart.";
  const why = problem ? `${sentence(problem.message)} ` : "";
  if (isRevoked) return `${why}The account works with ${newName}.`;
  return step === "revoke"
    ? `${why}The account works with ${newName}; ${former} is still valid until it is revoked.`
    : `${why}The account works with ${former} as before.`;
}
