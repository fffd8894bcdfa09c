import type { Look } from "@/data/words";
import type { AccountState, AccountView, KeyKind, PlatformKind } from "@/ipc/generated";

const PLATFORM: Record<PlatformKind, string> = {
  sandbox: "this machine",
  neon: "Neon",
  custom: "custom address",
};

const STATE: Record<AccountState, Look> = {
  ready: { word: "Ready", tone: "ok" },
  unavailable: { word: "Unavailable", tone: "off" },
  unauthorized: { word: "Key rejected", tone: "danger" },
  keyMissing: { word: "No key", tone: "warning" },
};

const KEY: Record<KeyKind, string> = {
  personal: "Personal key",
  organization: "Organization key",
  project: "Project key",
};

export const accountLook = (state: AccountState): Look => STATE[state];

export const keyKindWord = (kind: KeyKind): string => KEY[kind];

/** Why nothing can be changed in an account; nothing where it can. */
export const lockedWords = (account: { isReadOnly?: boolean } | undefined): string | undefined =>
  account?.isReadOnly ? "The account is locked against changes here" : undefined;

/** Where an account is: the host where the person chose it, the platform's name elsewhere. */
export function whereIs({ platform, host }: AccountView): string {
  return platform === "custom" ? (host ?? PLATFORM.custom) : PLATFORM[platform];
}

/** An account in a line of small text: where it is, what is the matter with it, what it is marked as. */
export function accountLine(account: AccountView): string {
  const parts = [
    whereIs(account),
    ...(account.state === "ready" ? [] : [STATE[account.state].word.toLowerCase()]),
    ...(account.isProduction ? ["production"] : []),
    ...(account.isReadOnly ? ["read-only"] : []),
  ];
  return parts.join(" · ");
}
