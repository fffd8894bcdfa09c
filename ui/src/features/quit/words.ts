import { counted } from "@/data/format";
import type { QuitView } from "@/ipc/generated";

/** What closing would do, a sentence each. `untaken`: the secrets that are shown once and kept nowhere, as one calls them. */
export function quitWords(plan: QuitView, untaken: readonly string[] = []): string[] {
  const words = untaken.map(
    (secret) =>
      `${secret} was neither copied nor written to a file. It is shown this once: nobody can show it again.`,
  );
  if (plan.sandboxDatabases > 0) {
    const many = plan.sandboxDatabases > 1;
    words.push(
      `${counted(plan.sandboxDatabases, "sandbox database")} will stop until Plinth is opened again. ` +
        `${many ? "Their" : "Its"} data, addresses and ports stay.`,
    );
  }
  if (plan.openConnections > 0)
    words.push(`${counted(plan.openConnections, "open connection")} will be cut.`);
  if (plan.runningWork > 0) words.push(`${counted(plan.runningWork, "thing")} under way will be stopped.`);
  if (plan.secretsInMemory) {
    words.push("API keys, passwords and claim links are in memory only and will be lost.");
  }
  if (words.length === 0)
    words.push("Nothing is running. Databases on hosted platforms go on without Plinth.");
  return words;
}
