import type { Look, Tone } from "@/data/words";
import type { AccountState, AccountView, KeyKind, PlatformKind } from "@/ipc/generated";
import { accountStates, keyKinds } from "@/ipc/words";

const PLATFORM: Record<PlatformKind, string> = {
  sandbox: "this machine",
  neon: "Neon",
  custom: "custom address",
};

const STATE: Record<AccountState, Tone> = {
  ready: "ok",
  unavailable: "off",
  unauthorized: "danger",
  keyMissing: "warning",
};

export const accountLook = (state: AccountState): Look => ({
  word: accountStates[state],
  tone: STATE[state],
});

export const keyKindWord = (kind: KeyKind): string => keyKinds[kind];

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
    ...(account.state === "ready" ? [] : [accountStates[account.state].toLowerCase()]),
    ...(account.isProduction ? ["production"] : []),
    ...(account.isReadOnly ? ["read-only"] : []),
  ];
  return parts.join(" · ");
}
