import type {
  ExpiryWarning,
  FaultKind,
  Outcome,
  SandboxStatus,
  ServerState,
  TemporaryState,
  TemporaryView,
  WorkVerb,
} from "@/ipc/generated";
import { instantOf } from "@/time/clock";

/** A state as it is shown: one word, and the meaning that colours it. */
export interface Look {
  word: string;
  tone: "ok" | "progress" | "warning" | "danger" | "off";
}

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

const TEMPORARY: Record<TemporaryState, Look> = {
  creating: { word: "Creating", tone: "progress" },
  unclaimed: { word: "Unclaimed", tone: "ok" },
  claiming: { word: "Claiming", tone: "progress" },
  claimed: { word: "Claimed", tone: "off" },
  expired: { word: "Expired", tone: "off" },
  gone: { word: "Gone", tone: "danger" },
  unclear: { word: "May exist", tone: "warning" },
  failed: { word: "Not created", tone: "danger" },
  unknown: { word: "Unknown", tone: "off" },
};

/** Milliseconds until the database goes, by the platform's clock; `undefined` when it does not expire. */
export function timeLeft(row: TemporaryView, now: number): number | undefined {
  if (row.expiresAt === null) return undefined;
  return instantOf(row.expiresAt) - (now + row.clockOffsetMs);
}

/** The state as the list shows it: an unclaimed database near its end is said to be near its end. */
export function temporaryLook(row: TemporaryView, now: number): Look {
  if (row.state !== "unclaimed") return TEMPORARY[row.state];
  const left = timeLeft(row, now);
  const warning = left === undefined ? undefined : warningAt(left);
  if (warning === "halfHour") return { word: "Last minutes", tone: "danger" };
  return warning ? { word: "Expires soon", tone: "warning" } : TEMPORARY.unclaimed;
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

const SANDBOX: Record<SandboxStatus, Look> = {
  stopped: { word: "Stopped", tone: "off" },
  starting: { word: "Starting", tone: "progress" },
  running: { word: "Running", tone: "ok" },
  stopping: { word: "Stopping", tone: "progress" },
  failed: { word: "Failed", tone: "danger" },
};

export const sandboxLook = (status: SandboxStatus): Look => SANDBOX[status];

const SERVER: Record<ServerState, Look> = {
  asleep: { word: "Suspended", tone: "off" },
  starting: { word: "Starting", tone: "progress" },
  awake: { word: "Active", tone: "ok" },
  stopping: { word: "Suspending", tone: "progress" },
  failed: { word: "Failed", tone: "danger" },
};

export const serverLook = (state: ServerState): Look => SERVER[state];

const OUTCOME: Record<Outcome, Look> = {
  done: { word: "Done", tone: "ok" },
  failed: { word: "Failed", tone: "danger" },
  unclear: { word: "Unclear", tone: "warning" },
  cancelled: { word: "Stopped", tone: "off" },
};

export const outcomeLook = (outcome: Outcome): Look => OUTCOME[outcome];

const WORK: Record<WorkVerb, string> = {
  createTemporary: "Creating a temporary database",
  seed: "Running an SQL file",
  startSandbox: "Starting the sandbox",
  stopSandbox: "Stopping the sandbox",
  deleteProjects: "Deleting projects",
  recoverProjects: "Recovering projects",
  revokeKeys: "Revoking API keys",
  deleteBranches: "Deleting branches",
  recoverBranches: "Recovering branches",
  protectBranches: "Protecting branches",
  unprotectBranches: "Unprotecting branches",
  expireBranches: "Setting expiration",
  startComputes: "Starting computes",
  suspendComputes: "Suspending computes",
  rotateKey: "Rotating an API key",
};

export const workWord = (verb: WorkVerb): string => WORK[verb];

export const FAULTS: ReadonlyArray<{ kind: FaultKind; word: string; detail: string }> = [
  { kind: "rateLimited", word: "Too many requests", detail: "429 with Retry-After" },
  { kind: "serverError", word: "Server error", detail: "500" },
  { kind: "unavailable", word: "Unavailable", detail: "503" },
  { kind: "slow", word: "Slow reply", detail: "held back for five seconds" },
  { kind: "cut", word: "Cut reply", detail: "cut in the middle, after the work was done" },
  { kind: "garbage", word: "Garbage", detail: "a reply that is not JSON" },
];
