import { counted } from "@/data/format";
import { lostAtQuitWords } from "@/features/connect/words";
import type { OneTimeSecretView, QuitView } from "@/ipc/generated";

/** The question before Plinth quits. */
export const QUIT = {
  titles: { quit: "Quit Plinth?", close: "Close the window?", restart: "Restart Plinth?" },
  cancel: "Cancel",
  silent: "Don’t show this again",
  nothing: "Nothing is running. Hosted databases keep running without Plinth.",
} as const;

/** The question at the first close. */
export const KEEP = {
  title: "Keep Plinth running?",
  inTray:
    "Plinth stays in the tray, warns before databases expire and keeps the sandbox running. You can change this in Settings.",
  withoutTray:
    "This desktop shows no tray icons. Without a window, Plinth still warns before databases expire and keeps the sandbox running. Open Plinth from your applications to get the window back, and press Ctrl+Q there to quit.",
  atLogin: "Start at login, without a window",
  ifYouQuit: "If you quit:",
  submit: "Keep running",
} as const;

/** Whether everything ends, Plinth goes on without its window, or it starts again at once. */
export type Leaving = "quit" | "close" | "restart";

const LEAVE = { quit: "Quit", close: "Close", restart: "Restart" } as const;

/** What the button says: what is lost is named. */
export function leaveWord(losesSecrets: boolean, losesForms: boolean, leaving: Leaving): string {
  const word = LEAVE[leaving];
  if (losesSecrets) return `${word} without copying`;
  if (losesForms) return `Discard and ${word.toLowerCase()}`;
  return leaving === "close" ? "Close window" : word;
}

/**
 * What is lost with the window, a sentence each. `untaken`: the secrets that are shown once and kept nowhere.
 * `unsent`: the titles of the dialogs that are filled in.
 */
export function lossWords(untaken: readonly OneTimeSecretView[], unsent: readonly string[]): string[] {
  return [
    ...untaken.map(lostAtQuitWords),
    ...unsent.map((title) => `What you entered in “${title}” will be lost.`),
  ];
}

const UNTIL = { quit: "until you open Plinth again", restart: "while Plinth restarts" } as const;

/** What stops, a sentence each. Where Plinth goes on without its window, only what the agent can’t take over. */
export function stopWords(plan: QuitView, leaving: Leaving): string[] {
  const words: string[] = [];
  if (plan.sandboxDatabases > 0 && leaving !== "close") {
    words.push(
      `${counted(plan.sandboxDatabases, "sandbox database")} will stop ${UNTIL[leaving]}. Data, addresses and ports are kept.`,
    );
  }
  if (plan.openConnections > 0)
    words.push(`${counted(plan.openConnections, "open connection")} will be closed.`);
  if (plan.runningJobs > 0) words.push(`${counted(plan.runningJobs, "running task")} will be stopped.`);
  if (plan.secretsInMemory) {
    words.push("API keys, passwords and claim links are only in memory and will be lost.");
  }
  return words;
}
