import { counted, grouped } from "@/data/format";
import type { Look } from "@/data/words";
import { lockedWords } from "@/features/base/baseWords";
import type { AccountView, KeyRowView, KeyUserView } from "@/ipc/generated";
import { instantOf } from "@/time/clock";
import type { KeysAt } from "./places";

/** As many keys as the platform recommends an account to have at most. */
const RECOMMENDED = 10_000;

/** From how many on the number is worth a warning. */
const NEAR = 9_000;

/** The longest name of a key, in characters. */
const LONGEST_NAME = 64;

/** What a key gives access to, in a word or two. */
export function kindWord({ key }: KeyRowView, { organizationId }: Pick<KeysAt, "organizationId">): string {
  if (key.projectId !== null) return "One project";
  return organizationId === null ? "Personal" : "Organization";
}

/** "12 keys". */
export const countWords = (count: number): string => counted(count, "key");

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
export function nameFault(name: string): string | undefined {
  const length = [...name.trim()].length;
  if (length === 0) return "Enter a name.";
  if (length > LONGEST_NAME) return `The name has ${length} characters. Use at most ${LONGEST_NAME}.`;
  if (/\p{Cc}/u.test(name)) return "Use visible characters only.";
  return undefined;
}

/** "12 of 64 characters". */
export const lengthWords = (name: string): string =>
  `${[...name.trim()].length} of ${LONGEST_NAME} characters`;

/** That an account of this app uses a key, as a mark. */
export const usedLook = ({ name, isSure }: KeyUserView): Look =>
  isSure ? { word: `Used by ${name}`, tone: "ok" } : { word: `Likely used by ${name}`, tone: "off" };

const DAY = 86_400_000;

/** "Never used, 120 days old"; no age where this machine's clock and the platform's disagree about it. */
export function unusedWord({ key: { createdAt } }: KeyRowView, now: number): string {
  if (createdAt === null) return "Never used";
  const days = Math.floor((now - instantOf(createdAt)) / DAY);
  if (days < 1) return "Never used";
  return `Never used, ${counted(days, "day")} old`;
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
