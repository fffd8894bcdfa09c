import type {
  ExpiryWarning,
  JobVerb,
  Outcome,
  SandboxStatus,
  ServerState,
  TemporaryState,
  TemporaryView,
} from "@/ipc/generated";
import {
  expiryWarnings,
  jobVerbs,
  outcomes,
  sandboxStates,
  serverStates,
  temporaryStates,
} from "@/ipc/words";
import { instantOf } from "@/time/clock";

/** The meaning that colours a state. */
export type Tone = "ok" | "progress" | "warning" | "danger" | "off";

/** A state as it is shown: one word, and the meaning that colours it. */
export interface Look {
  word: string;
  tone: Tone;
}

/** The look of a state that the platform names itself; its own word where this version does not know it. */
export function openLook<State extends string>(
  known: Readonly<Record<State, string>>,
  tones: Readonly<Record<State, Tone>>,
  state: string,
  otherwise: Tone,
): Look {
  return isOf(known, state) ? { word: known[state], tone: tones[state] } : { word: state, tone: otherwise };
}

const isOf = <Key extends string>(known: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  key in known;

const HOUR = 3_600_000;

/** How long before its end a database is warned of, the sharpest last. */
const WARNINGS: ReadonlyArray<{ warning: ExpiryWarning; within: number }> = [
  { warning: "day", within: 24 * HOUR },
  { warning: "fourHours", within: 4 * HOUR },
  { warning: "halfHour", within: HOUR / 2 },
];

/** The time an unclaimed database has from its creation. */
export const LIFETIME = 72 * HOUR;

/** The sharpest warning that holds with so much time left. */
export function warningAt(left: number): ExpiryWarning | undefined {
  return WARNINGS.findLast(({ within }) => left < within)?.warning;
}

const TEMPORARY: Record<TemporaryState, Tone> = {
  creating: "progress",
  unclaimed: "ok",
  claiming: "progress",
  claimed: "off",
  expired: "off",
  gone: "danger",
  unclear: "warning",
  failed: "danger",
  unknown: "off",
};

const temporaryStateLook = (state: TemporaryState): Look => ({
  word: temporaryStates[state],
  tone: TEMPORARY[state],
});

/** Milliseconds until the database goes, by the platform's clock; `undefined` when it does not expire. */
export function timeLeft(row: TemporaryView, now: number): number | undefined {
  if (row.expiresAt === null) return undefined;
  return instantOf(row.expiresAt) - (now + row.clockOffsetMs);
}

/** The state as the list shows it: an unclaimed database near its end is said to be near its end. */
export function temporaryLook(row: TemporaryView, now: number): Look {
  const left = row.state === "unclaimed" ? timeLeft(row, now) : undefined;
  const warning = left === undefined ? undefined : warningAt(left);
  if (warning === undefined) return temporaryStateLook(row.state);
  return { word: expiryWarnings[warning], tone: warning === "halfHour" ? "danger" : "warning" };
}

/**
 * True for a database that is there and can be connected to, written and seeded. A state that this version does not
 * know takes none of that away: its secrets are here.
 */
export function isLive(state: TemporaryState): boolean {
  return state === "unclaimed" || state === "claiming" || state === "claimed" || state === "unknown";
}

/** True while the platform may have something new to say about a database. */
export function canRefresh(state: TemporaryState): boolean {
  return isLive(state) || state === "gone";
}

const SANDBOX: Record<SandboxStatus, Tone> = {
  stopped: "off",
  starting: "progress",
  running: "ok",
  stopping: "progress",
  failed: "danger",
};

export const sandboxLook = (status: SandboxStatus): Look => ({
  word: sandboxStates[status],
  tone: SANDBOX[status],
});

const SERVER: Record<ServerState, Tone> = {
  asleep: "off",
  starting: "progress",
  awake: "ok",
  stopping: "progress",
  failed: "danger",
};

export const serverLook = (state: ServerState): Look => ({
  word: serverStates[state],
  tone: SERVER[state],
});

const OUTCOME: Record<Outcome, Tone> = {
  done: "ok",
  failed: "danger",
  unclear: "warning",
  cancelled: "off",
};

export const outcomeLook = (outcome: Outcome): Look => ({
  word: outcomes[outcome],
  tone: OUTCOME[outcome],
});

export const jobWord = (verb: JobVerb): string => jobVerbs[verb];
