import { sentence } from "@/data/format";
import type { KeychainView } from "@/ipc/generated";
import { keychainStates } from "@/ipc/words";

interface KeychainWords {
  title: string;
  detail: string;
  tone: "info" | "warning";
}

/** What to say about the keychain; nothing while it works. */
export function keychainWords({ kind, status, message, hint }: KeychainView): KeychainWords | undefined {
  if (kind === "memory") {
    return {
      title: "Secrets are kept in memory",
      detail: "API keys, connection strings and claim links are lost when Plinth quits.",
      tone: "info",
    };
  }
  if (status === "ready" || status === "checking") return undefined;
  const title = keychainStates[status];
  const said = message === null || message === title ? [] : [message];
  const detail = [...said, ...(hint === null ? [] : [hint])].map(sentence).join(" ");
  return { title, detail, tone: "warning" };
}

/** The state in a word or two, for Settings. */
export function keychainState({ kind, status }: KeychainView): string {
  return kind === "memory" ? "In memory until Plinth quits" : keychainStates[status];
}

/** True when the secrets of a new database have somewhere to go. */
export function canStore(keychain: KeychainView): boolean {
  return keychain.kind === "memory" || keychain.status === "ready" || keychain.status === "checking";
}

/** Across the top of the window. */
export const BANNER = {
  tryAgain: "Check keychain",
  options: "Options…",
} as const;
