import { capital, counted } from "@/data/format";
import type { Look, Tone } from "@/data/words";
import type { AccountState, AccountView, KeyKind, PlatformKind } from "@/ipc/generated";
import { accountStates, actions, destructions, keyKinds } from "@/ipc/words";

const PLATFORM: Record<PlatformKind, { word: string; within: string }> = {
  sandbox: { word: "This machine", within: "this machine" },
  neon: { word: "Neon", within: "Neon" },
  custom: { word: "Custom address", within: "custom address" },
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

type Where = Pick<AccountView, "platform" | "host">;

/** Where an account is, within a line: the host where the person chose it, the platform's name elsewhere. */
export function whereIs({ platform, host }: Where): string {
  return (platform === "custom" && host) || PLATFORM[platform].within;
}

/** The same by itself, as in a cell. */
export function platformWord({ platform, host }: Where): string {
  return (platform === "custom" && host) || PLATFORM[platform].word;
}

/** What an account is marked as, in a line of small text. */
export const MARKED = { current: "current", production: "production", readOnly: "read-only" } as const;

/** An account in a line of small text: what is the matter with it, what it is marked as, and, where a narrow line may be cut, where it is. */
export function accountLine(account: AccountView): string {
  const marks = [
    ...(account.state === "ready" ? [] : [accountStates[account.state].toLowerCase()]),
    ...(account.isProduction ? [MARKED.production] : []),
    ...(account.isReadOnly ? [MARKED.readOnly] : []),
  ];
  return [...(marks.length > 0 ? [capital(marks.join(" · "))] : []), whereIs(account)].join(" · ");
}

/** The actions on accounts. */
export const ACTIONS = {
  group: "Account",
  accounts: "Accounts",
  connect: "Connect an account…",
  switchTo: "Switch to this account",
  switchToNamed: (name: string) => `Switch to ${name}`,
  edit: `${actions.editAccount.order}…`,
  editNamed: (name: string) => `Edit ${name}…`,
  replaceKey: `${actions.replaceKey.order}…`,
  rotateKey: `${actions.rotateKey.order}…`,
  checkKey: "Check key again",
  keyAccepted: (name: string) => `The key for ${name} was accepted`,
  lock: "Make read-only",
  unlock: "Unlock…",
  copyJson: "Copy account as JSON",
  groupRemove: "Remove",
  remove: `${actions.removeAccount.order}…`,
  removeNamed: (name: string) => `Remove ${name}…`,
} as const;

/** What is the matter with an account, across the top of the window. */
export const TROUBLE = {
  unauthorized: {
    title: (name: string) => `The key for ${name} was rejected`,
    text: "Plinth sends no requests until the key is replaced or accepted again.",
  },
  keyMissing: {
    title: (name: string) => `No key available for ${name}`,
    text: "Plinth can’t read or change anything without it.",
  },
  unavailable: {
    title: (name: string) => `${name} is unavailable`,
    text: "The data shown may be outdated.",
  },
} as const;

/** What an account is marked as, and what a click on it did not do. */
export const BANNER = {
  tryAgain: "Try again",
  unlock: "Unlock…",
  isProduction: (name: string) => `${name} is production`,
  isReadOnly: (name: string) => `${name} is read-only`,
  production: "Changes here affect production.",
  readOnly: "All changes are blocked.",
  productionReadOnly: "Read-only: all changes are blocked.",
  notLocked: "Couldn’t make the account read-only",
  keyRejected: "The key was rejected",
  notSwitched: "Couldn’t switch accounts",
} as const;

/** The list of accounts in Settings. */
export const TABLE = {
  account: "Account",
  platform: "Platform",
  noAddress: "No address",
  key: "Key",
  noKey: "No key",
  ownKey: "Created by Plinth",
  state: "State",
  json: "accounts",
  unread: "Couldn’t load the accounts",
  loading: "the accounts",
  label: "Accounts",
  empty: "No accounts yet. Connect one with an API key to manage its projects.",
} as const;

/** Where a platform of one’s own is. */
export const ADDRESS = {
  api: "Management API address",
  apiHint:
    "Include the version. Use https: http only works on this machine, where another user’s program could answer while your server is down.",
  instant: "Temporary database address",
  instantHint: "Where databases can be created without a key.",
  ca: "CA file",
  caHint:
    "A PEM file for PostgreSQL servers without a publicly trusted certificate. Plinth reads and stores it when you save the account.",
  caKept: (subject: string, more: number, isExpired: boolean, date: string) => {
    const names = more > 0 ? `${subject} and ${counted(more, "more certificate")}` : subject;
    return isExpired
      ? `${names}. Expired ${date}. Clear the field to remove it.`
      : `${names}. Valid until ${date}. Clear the field to remove it.`;
  },
} as const;

/** The dialog that connects an account. */
export const CONNECT = {
  neon: "Neon",
  neonHint: "The hosted platform.",
  custom: "Custom addresses",
  customHint: "A platform with a compatible API.",
  connected: (name: string) => `${name} connected`,
  stored: "The key is stored in the keychain.",
  title: "Connect an account",
  text: "The key is verified, then stored in the keychain. It is never shown again.",
  submit: actions.connectAccount.order,
  failed: "Couldn’t connect the account",
  platform: "Platform",
  key: "API key",
  keyHint:
    "Create a key in the platform’s console, under Account settings > API keys. It’s shown once. Organization and project keys also work.",
  name: "Name",
  nameHint: "Defaults to the key’s owner.",
  open: (name: string) => `Open ${name}`,
} as const;

/** The dialog that changes an account. */
export const EDIT = {
  title: (name: string) => `Edit ${name}`,
  addressText: "A new address is checked before it is saved. Another host or port needs the key again.",
  submit: "Save account",
  failed: "Couldn’t save the account",
  name: "Name",
  nameHint: "Only shown in Plinth.",
  key: "API key for the new address",
  keyHint: (host: string | null, origin: string) =>
    `The saved key is only for ${host ?? "the current address"}. The key you enter here is sent to ${origin}.`,
} as const;

/** What tells an account apart, and what protects it. */
export const MARKS = {
  colour: "Color",
  productionHint: "Shows a red frame and asks for the name before deleting.",
  production: "Production",
  readOnlyHint: "All changes are blocked until you unlock the account.",
  readOnly: "Read-only",
} as const;

/** The choice of an organization. */
export const ORGANIZATION = {
  refresh: "Refresh organizations",
  all: "All organizations",
  label: "Organization",
  choose: "Choose an organization…",
} as const;

/** The dialog that removes an account. */
export const REMOVE = {
  title: (name: string) => `Remove ${name}?`,
  submit: (name: string) => `Remove ${name}`,
  failed: "Couldn’t remove the account",
  removes: "This deletes from this machine:",
  key: "the key in the keychain",
  caches: "cached project lists and search results",
  operations: "tracked operations and pending undos",
  oldKey: "the old key",
  keeps: (where: string) =>
    `Nothing changes on the platform (${where}). ${destructions.removeAccount.means} History keeps what you did with it.`,
  underRotation: (key: string, canUndo: boolean) =>
    canUndo
      ? `If you remove the account now, a second key may stay valid on the platform: ${key}. Resume or cancel the rotation first, or revoke that key there.`
      : `If you remove the account now, a second key may stay valid on the platform: ${key}. Wait for the rotation to finish or resume it first, or revoke that key there.`,
  rotation: "Key rotation in progress",
  showRotation: "Show rotation…",
} as const;

/** The dialog that replaces a key. */
export const REPLACE = {
  replaced: (name: string) => `Key for ${name} replaced`,
  title: (name: string) => `Replace the key for ${name}`,
  text: "The new key is verified before it replaces the old one. The old key stays valid on the platform until you revoke it there.",
  submit: actions.replaceKey.order,
  failed: "Couldn’t replace the key",
  key: "New API key",
  sameOwner: (owner: string | null) =>
    owner === null ? "Must belong to the same owner." : `Must belong to the same owner: ${owner}.`,
} as const;

/** The dialog that unlocks an account. */
export const UNLOCK = {
  title: (name: string) => `Unlock ${name}?`,
  submit: (name: string) => `Unlock ${name}`,
  production: (name: string) => `${name} is marked as production.`,
  failed: "Couldn’t unlock the account",
  text: "The account is read-only: all changes are blocked. Unlocking allows creating, changing, deleting and running SQL until you make it read-only again.",
} as const;

/** Where the first choice of the welcome screen was not saved. */
export const WELCOME_AGAIN = {
  title: "The welcome screen will appear again at the next start",
} as const;

/** What is wrong with what was typed. */
export const FAULTS = {
  keyMissing: "Enter the key.",
  keySpaces: "Keys don’t contain spaces. Copy the whole key again.",
  keyMasked: "This key is masked. The full key is only shown when it is created.",
  addressMissing: "Enter an address.",
  addressFull: "Enter a full address, such as https://api.example.com/api/v2.",
  addressHttps: "Use https. http only works on this machine.",
  path: "Enter an absolute path or choose a file.",
  nameLong: (most: number, length: number) => `Use at most ${most} characters (now ${length}).`,
  nameMissing: "Enter a name.",
} as const;

/** The requests that a key sends in a minute. */
export const BUDGET = {
  label: (name: string) => `Requests for ${name}`,
  sent: (sent: number, most: number) => `${sent} of ${most} requests/min`,
  waiting: (waiting: number) => `${waiting} waiting`,
  more: (sent: number, most: number, asOf: string) =>
    `In the background: ${sent} of ${most}. The rest is reserved for your actions. As of ${asOf}.`,
} as const;
