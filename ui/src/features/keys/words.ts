import { counted, grouped, listed } from "@/data/format";
import type { Look } from "@/data/words";
import { FAULTS as BASE_FAULTS, COMMON, lockedWords } from "@/features/base/words";
import type { AccountView, KeyRowView, KeyUserView, RotationStep, RotationView } from "@/ipc/generated";
import { actions, bulkItemStates, bulkStates, destructions, rotationSteps } from "@/ipc/words";
import { instantOf } from "@/time/clock";
import type { KeySubject, KeysAt, KeysSubject } from "./subjects";

/** As many keys as the platform recommends an account to have at most. */
const RECOMMENDED = 10_000;

/** From how many on the number is worth a warning. */
const NEAR = 9_000;

/** The longest name of a key, in characters. */
const LONGEST_NAME = 64;

/** What a key gives access to, in a word or two. */
export function kindWord({ key }: KeyRowView, { organizationId }: Pick<KeysAt, "organizationId">): string {
  if (key.projectId !== null) return KINDS.project;
  return organizationId === null ? KINDS.personal : KINDS.organization;
}

/** "12 keys"; "3 of 12 keys" while a filter shows only some. */
export const countWords = (count: number, shown?: number): string =>
  shown === undefined ? counted(count, "key") : `${grouped(shown)} of ${counted(count, "key")}`;

/** What to know of so many keys; nothing while they are few. */
export function crowdWords(count: number): string | undefined {
  const most = grouped(RECOMMENDED);
  if (count > RECOMMENDED) {
    return `There are more than the recommended ${most} keys. Revoke the ones nobody uses.`;
  }
  if (count < NEAR) return undefined;
  return `This is close to the recommended limit of ${most} keys. Revoke the ones nobody uses.`;
}

/** What is wrong with a typed name of a key; nothing for one that can be. */
export function nameError(name: string): string | undefined {
  const length = [...name].length;
  if (length === 0) return COMMON.enterName;
  if (name !== name.trim()) return BASE_FAULTS.blanks;
  if (length > LONGEST_NAME) return `The name has ${length} characters. Use at most ${LONGEST_NAME}.`;
  if (/\p{Cc}/u.test(name)) return "Use visible characters only.";
  return undefined;
}

/** "12 of 64 characters". */
export const lengthWords = (name: string): string => `${[...name].length} of ${LONGEST_NAME} characters`;

/** That an account of this app uses a key, as a mark. */
export const usedLook = ({ name, isSure }: KeyUserView): Look =>
  isSure ? { word: `Used by ${name}`, tone: "ok" } : { word: `Likely used by ${name}`, tone: "off" };

const DAY = 86_400_000;

/** "Never used, 120 days old"; no age where this machine's clock and the platform's disagree about it. */
export function unusedLook({ key: { createdAt } }: KeyRowView, now: number): Look {
  const days = createdAt === null ? 0 : Math.floor((now - instantOf(createdAt)) / DAY);
  const word = days < 1 ? "Never used" : `Never used, ${counted(days, "day")} old`;
  return { word, tone: "warning" };
}

/** Why an account can make and revoke no keys; nothing where it can. */
export function keysLocked(account: AccountView): string | undefined {
  if (account.keyKind === "organization" || account.keyKind === "project") {
    return "Only a personal key can create and revoke keys";
  }
  return lockedWords(account);
}

/** How the keys of a list are spoken of. */
export const keysWord = ({ organizationName, organizationId, project }: KeysAt): string => {
  if (project) return `API keys of ${project.name}`;
  return organizationId === null ? "Personal API keys" : `API keys of ${organizationName ?? organizationId}`;
};

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  copyId: { title: "Copy ID" },
  idCopied: (name: string): string => `ID of ${name} copied`,
  apiKeyJson: { title: "Copy as JSON", copied: "Copied as JSON" },
  call: "List API keys",
  rotate: {
    title: `${actions.rotateKey.order}…`,
    titleFor: ({ row }: KeySubject): string => `Rotate the key of ${row.usedBy[0]?.name ?? "an account"}…`,
  },
  revoke: { title: "Revoke…", titleFor: ({ row }: KeySubject): string => `Revoke ${row.key.name}…` },
  open: { title: "Show steps" },
  resume: { title: "Resume" },
  undo: { title: "Cancel, keep old key" },
  dismiss: { title: "Dismiss" },
  go: { title: "API keys" },
  new: { title: "New API key…" },
  revokeUnused: {
    title: "Revoke unused keys…",
    titleFor: ({ unused }: KeysSubject): string => `Revoke ${counted(unused.length, "unused key")}…`,
  },
  revokeTicked: {
    title: "Revoke selected keys…",
    titleFor: ({ ticked }: KeysSubject): string => `Revoke ${counted(ticked.length, "key")}…`,
  },
  apiKeysJson: { title: "Copy shown keys as JSON" },
  keysCopied: (count: number): string => `${counted(count, "key")} copied as JSON`,
};

/** The parts of a menu. */
export const GROUPS = {
  key: "This key",
  changeKey: "Change this key",
  rotation: "Key rotation",
  keys: "API keys",
  list: "The list",
};

/** Why an action can’t be used, as labels. */
export const BLOCKED = {
  noneUnused: "No unused keys",
};

/** The screen, the tab and what stands above the table. */
export const LIST = {
  organizationScreen: "Members and spending",
  organizationKey: (account: string): string =>
    `${account} is connected with an organization key. It lists the organization’s keys but can’t create or revoke any. Use an administrator’s personal key for that.`,
  failed: (organization: string | null): string =>
    organization === null ? "Couldn’t load the keys" : `Couldn’t load the keys of ${organization}`,
  personal: "Your personal keys",
  organization: (name: string, id: string): string => `${name} (${id})`,
  tab: (name: string): string => `${name} organization`,
  others: (count: number, organization: string): string =>
    `${counted(count, "other key")} of ${organization} may also have access to this project.`,
  showOthers: "Show organization keys",
  organizationsFailed: "Couldn’t load the organizations",
  loading: "API keys",
  notNow: "Couldn’t load the keys",
  revokeUnused: "Revoke unused…",
  menu: "More actions for the list",
  selected: "Selected keys",
  title: "API keys",
  filter: "Filter keys",
  lists: "Key lists",
  projectFailed: "Couldn’t load the project",
  newForProject: "New key for this project…",
};

/** The table. */
export const TABLE = {
  from: (address: string): string => `from ${address}`,
  more: (count: number): string => `and ${count} more`,
  lastUsed: "Last used",
  notes: "Notes",
  id: (id: string): string => `ID ${id}`,
  access: "Access",
  allProjects: "All projects",
};

/** In place of a list without keys. */
export const EMPTY = {
  personal: "A personal key gives an app the same access that you have, until it is revoked.",
  organization: (name: string): string =>
    `A key of the organization ${name} gives access to all its projects, or to one, until it is revoked.`,
  projectKey: (account: string): string =>
    `${account} is connected with a project key, which can’t list, create or revoke keys. Switch to an account with a personal key, or connect one.`,
  projectKeyTab: (account: string): string =>
    `${account} is connected with a project key. Switch to an account with a personal key to see the keys of this project.`,
  ofProject: (project: string): string => `No keys for ${project} yet`,
  ofProjectText:
    "A project key gives access to this project only, for example for an app or a build server. It can’t delete the project or create others.",
  title: "No API keys yet",
  projectKeyTitle: "A project key can’t list API keys",
  noOrganization: (project: string): string => `${project} belongs to no organization`,
  showPersonal: "Show personal keys",
  noOrganizationText:
    "Project keys belong to the organization that owns the project. This project is your own, so use a personal key, which gives access to everything you have access to.",
};

/** What a key gives access to. */
export const KINDS = {
  organization: "Organization",
  personal: "Personal",
  personalHint: "Everything you have access to, in all your organizations.",
  organizationHint: "All projects of one organization. For its administrators.",
  project: "One project",
  projectHint: "One project, as a member. It can’t delete or create projects.",
  blocked: "These keys need an organization, and this account is in none.",
};

/** The dialog that creates a key. */
export const CREATE = {
  titleFor: (project: string): string => `New API key for ${project}`,
  nameHint: (length: string): string => `What it is for, such as “build server”. ${length}.`,
  projectsFailed: (why: string): string => `Couldn’t load all projects. ${why}`,
  title: "New API key",
  loading: "the account",
  accountGone: "This account no longer exists.",
  text: "The token is copied to the clipboard and shown once.",
  submit: "Create key",
  call: actions.createKey.order,
  failed: "Couldn’t create the key",
  access: "Access",
  chooseOrganization: "Choose an organization…",
  organizationMissing: "Choose an organization.",
  projectMissing: "Choose a project.",
  project: "Project",
  loadingShort: "Loading…",
  chooseProject: "Choose a project…",
  loadingProjects: "Loading projects…",
  noProjects: "This organization has no projects yet.",
};

/** A new key, shown once. */
export const CREATED = {
  title: (name: string): string => `API key ${name} created`,
  note: "The platform doesn’t show the key again: store it where it’s needed, or save it as an account.",
  save: "Save as account…",
};

/** A key whose token nobody has. */
export const LOST = {
  text: (id: string): string =>
    `The platform created the key (ID ${id}) and doesn’t show its token again. Revoke it and create another.`,
  title: (name: string): string => `API key ${name} created`,
  keep: "Keep key",
  another: "Create another…",
  revoke: `${actions.revokeKey.order}…`,
  lost: "The token was lost",
};

/** Saving a new key as an account. */
export const SAVE = {
  saved: (name: string): string => `Saved as the account ${name}, with its key in the keychain.`,
  isOpen: "This account is now open.",
  done: (name: string): string => `Account ${name} added`,
  title: (name: string): string => `Save ${name} as an account`,
  text: "Tests the key and saves it to the keychain. The new account uses the same addresses as the one that created the key.",
  submit: "Save account",
  failed: "Couldn’t save the account",
  nameHint: "Only used in Plinth. Leave empty to use the name of the key’s owner.",
};

/** Revoking a key. */
export const REVOKE = {
  rotate: (name: string): string => `Rotate the key of ${name} instead…`,
  usedText: (names: readonly string[]): string =>
    names.length === 1
      ? `It is the key of ${listed(names)}. Once revoked, Plinth can’t use that account. Rotating gives it a new key before this one is revoked.`
      : `It is the key of ${listed(names)}. Once revoked, Plinth can’t use those accounts. Rotating gives them a new key before this one is revoked.`,
  likelyUsedText: (names: readonly string[]): string =>
    names.length === 1
      ? `It is likely the key of ${listed(names)}. The platform doesn’t report which key a request came with. Rotating gives that account a new key before this one is revoked.`
      : `It is likely the key of ${listed(names)}. The platform doesn’t report which key a request came with. Rotating gives those accounts a new key before this one is revoked.`,
  done: (name: string): string => `${name} revoked`,
  title: (name: string): string => `Revoke ${name}?`,
  submit: (name: string): string => `Revoke ${name}`,
  failed: "Couldn’t revoke the key",
  unconfirmed: "The platform didn’t confirm the revocation",
  unconfirmedText:
    "It didn’t refuse either. Check whether the key is still in the list, which is being refreshed.",
  text: destructions.revokeKey.means,
  used: "Plinth uses this key",
  likelyUsed: "Plinth likely uses this key",
};

/** The dialog that rotates an account’s key. */
export const ROTATE = {
  onlyOne: "The platform doesn’t report which key the account uses, but no other listed key can be it.",
  by: (name: string): string => `${name}, an administrator`,
  id: (id: string): string => `ID ${id}.`,
  used: (at: string | null, from: string | null): string =>
    at === null ? "Never used." : from === null ? `Last used ${at}.` : `Last used ${at} from ${from}.`,
  created: (at: string): string => `Created ${at}.`,
  thisAccount: "this account",
  title: (name: string): string => `Rotate the key of ${name}`,
  loading: "the key",
  notNow: "This key can’t be rotated right now",
  unprepared: "Couldn’t prepare the rotation",
  chooseKey: "Choose the account’s current key.",
  text: "Creates a new key, tests it and saves it to the keychain, then revokes the old one. The account keeps a working key throughout.",
  submit: actions.rotateKey.order,
  noCandidates: "None of the listed keys can be this account’s key",
  failed: "Couldn’t start the rotation",
  kind: "Key type",
  createdBy: "New key created by",
  newName: "New key name",
  others: "Other apps that use the old key are refused once it is revoked. Give them a key of their own.",
  oldKey: (name: string): string => `The old key is ${name}`,
  whichKey: "The account’s current key",
  mostLikely: (name: string): string => `${name} (most likely)`,
  choice: "The platform doesn’t report which key the account uses. The one you choose is revoked at the end.",
};

/** A rotation that is running, stopped or done. */
export const ROTATION = {
  unread: "Couldn’t load the key rotations",
  title: "Key rotation",
  loading: "the rotation",
  failed: "Couldn’t load the rotation",
  steps: "Steps",
  stopped: "Stopped",
  finish: "Done",
};

const ORDER = ["create", "verify", "swap", "revoke"] as const satisfies readonly RotationStep[];

/** The steps of a rotation in their order, each with what it does. */
export const STEPS = ORDER.map((step) => ({
  step,
  title: rotationSteps[step].word,
  means: rotationSteps[step].detail,
}));

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

/** How a rotation stands as a whole. */
export function rotationTitle({ accountName, step, isRunning }: RotationView): string {
  if (step === "done") return `${accountName} has a new key`;
  if (step === "undone") return `${accountName} keeps its old key`;
  return isRunning ? `Rotating the key of ${accountName}` : `The key rotation of ${accountName} stopped`;
}

/** What that means, and which key the account uses meanwhile. */
export function rotationText({ step, isRunning, isRevoked, newName, oldName }: RotationView): string {
  const old = oldName ? `the old key ${oldName}` : "the old key";
  if (step === "done") return `It uses ${newName} now, and ${old} is revoked.`;
  if (step === "undone") return `The new key ${newName} is revoked, and nothing else changed.`;
  if (isRunning) return "It continues when you close this, and after a restart.";
  if (isRevoked) return `The account uses ${newName}.`;
  return step === "revoke"
    ? `The account uses ${newName}; ${old} is still valid until it is revoked.`
    : `The account still uses ${old}.`;
}

/** What the filter finds besides what is shown. */
export const KEYWORDS = { unused: ["never used", "unused"] } as const;
