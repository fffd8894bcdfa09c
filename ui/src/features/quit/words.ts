import { counted } from "@/data/format";
import { lostAtQuitWords } from "@/features/connect/words";
import type { OneTimeSecretView, QuitView } from "@/ipc/generated";

/** The question before Plinth quits. */
export const QUIT = {
  title: "Quit Plinth?",
  cancel: "Cancel",
  silent: "Don’t show this again",
} as const;

/** What the button says: what is lost is named. */
export function quitWord(losesSecrets: boolean, losesForms: boolean): string {
  if (losesSecrets) return "Quit without copying";
  return losesForms ? "Discard and quit" : "Quit";
}

/**
 * What closing would do, a sentence each. `untaken`: the secrets that are shown once and kept nowhere.
 * `unsent`: the titles of the dialogs that are filled in.
 */
export function quitWords(
  plan: QuitView,
  untaken: readonly OneTimeSecretView[] = [],
  unsent: readonly string[] = [],
): string[] {
  const words = [
    ...untaken.map(lostAtQuitWords),
    ...unsent.map((title) => `What you entered in “${title}” will be lost.`),
  ];
  if (plan.sandboxDatabases > 0) {
    words.push(
      `${counted(plan.sandboxDatabases, "sandbox database")} will stop until you open Plinth again. Data, addresses and ports are kept.`,
    );
  }
  if (plan.openConnections > 0)
    words.push(`${counted(plan.openConnections, "open connection")} will be closed.`);
  if (plan.runningJobs > 0) words.push(`${counted(plan.runningJobs, "running task")} will be stopped.`);
  if (plan.secretsInMemory) {
    words.push("API keys, passwords and claim links are only in memory and will be lost.");
  }
  if (words.length === 0) words.push("Nothing is running. Hosted databases keep running without Plinth.");
  return words;
}
