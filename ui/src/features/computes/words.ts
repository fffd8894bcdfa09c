import { listed, milliseconds } from "@/data/format";
import { type Look, openLook, type Tone } from "@/data/words";
import type { ComputeView, ConnectionProbeView, ReplicaLagView } from "@/ipc/generated";
import { actions, computeStates } from "@/ipc/words";
import type { ComputeSubject } from "./subjects";

const TONES: Record<keyof typeof computeStates, Tone> = {
  init: "progress",
  active: "ok",
  suspending: "progress",
  idle: "off",
  disabled: "warning",
};

const COMING: Record<string, keyof typeof computeStates> = { active: "init", idle: "suspending" };

/** The state of a compute: what it is about to do counts before what it does. */
export function computeLook({ state, pendingState, isDisabled }: ComputeView): Look {
  if (pendingState !== null && pendingState !== state) {
    return openLook(computeStates, TONES, COMING[pendingState] ?? pendingState, "progress");
  }
  if (isDisabled) return openLook(computeStates, TONES, "disabled", "warning");
  if (state === null) return { word: "Not reported", tone: "off" };
  return openLook(computeStates, TONES, state, "off");
}

/** What it can be used for. */
export function kindWord({ isWritable }: ComputeView): string {
  return isWritable ? "Read-write" : "Read-only";
}

/** What it is called: the name that somebody gave it, or its id. */
export function computeName({ name, id }: ComputeView): string {
  return name ?? id;
}

/** What is being asked for now, by the last word of the work's name. */
export const ASKING: Record<string, string> = {
  start: "Start queued",
  suspend: "Suspend queued",
  restart: "Restart queued",
  enable: "Update queued",
  delete: "Delete queued",
};

/** What can be done with all selected computes. */
export const bulkWords = {
  start: "Start…",
  suspend: "Suspend…",
};

/** Whether what a click made or started takes connections. */
export function probeWords({ state, milliseconds: taken }: ConnectionProbeView): string {
  switch (state) {
    case "waiting":
      return PROBE.waiting;
    case "connecting":
      return PROBE.connecting;
    case "usable":
      return taken === null ? PROBE.connected : PROBE.connectedAfter(milliseconds(taken));
    case "failed":
      return `${PROBE.failed}.`;
  }
}

/** How far a read-only compute is behind. */
export function lagWords({ bytes }: ReplicaLagView, size: (bytes: number) => string): string {
  if (bytes === null) return LAG.nothingWritten;
  return bytes === 0 ? LAG.none : LAG.behind(size(bytes));
}

/** What is said before connections are cut. */
export interface ConfirmWords {
  title(name: string): string;
  submit: string;
  call: string;
  failed: string;
  /** What comes of it. */
  means(about: { branchName: string; compute: ComputeView }): string;
}

/** What a delete cuts for good. */
function deleteMeans({ branchName, compute }: { branchName: string; compute: ComputeView }): string {
  const hosts = [...new Set([compute.host, compute.poolerHost])].filter((host) => host !== null);
  const rest = `A new compute gets a new host. The data of ${branchName} stays.`;
  if (hosts.length === 0) return `Its connections are closed. ${rest}`;
  return `Its connections are closed, and ${listed(hosts)} will no longer work. ${rest}`;
}

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  new: { title: "New compute…" },
  start: {
    title: "Start",
    titleFor: ({ compute }: ComputeSubject): string => `Start ${computeName(compute)}`,
  },
  suspend: {
    title: "Suspend…",
    titleFor: ({ compute }: ComputeSubject): string => `Suspend ${computeName(compute)}…`,
  },
  restart: {
    title: "Restart…",
    titleFor: ({ compute }: ComputeSubject): string => `Restart ${computeName(compute)}…`,
  },
  resize: {
    title: "Change size…",
    titleFor: ({ compute }: ComputeSubject): string => `Change the size of ${computeName(compute)}…`,
  },
  timeout: {
    title: "Change suspend timeout…",
    titleFor: ({ compute }: ComputeSubject): string => `Change suspend timeout of ${computeName(compute)}…`,
  },
  rename: {
    title: "Rename…",
    titleFor: ({ compute }: ComputeSubject): string => `Rename ${computeName(compute)}…`,
  },
  disable: {
    title: "Disable…",
    titleFor: ({ compute }: ComputeSubject): string => `Disable ${computeName(compute)}…`,
  },
  enable: {
    title: "Enable",
    titleFor: ({ compute }: ComputeSubject): string => `Enable ${computeName(compute)}`,
  },
  delete: {
    title: "Delete…",
    titleFor: ({ compute }: ComputeSubject): string => `Delete ${computeName(compute)}…`,
  },
  host: { title: "Copy host", copied: "Host copied" },
  pooler: { title: "Copy pooled host", copied: "Pooled host copied" },
  id: { title: "Copy compute ID", copied: "Compute ID copied" },
  asJson: "Compute copied as JSON",
  list: (project: string): string => `List computes of ${project}`,
};

/** The parts of a menu. */
export const GROUPS = {
  use: "This compute",
  change: "Change this compute",
  copy: "Copy this compute",
  computes: "Computes",
};

/** Why an action can’t be used, as labels. */
export const BLOCKED = {
  isDisabled: "This compute is disabled. Enable it first",
  isStarting: "Already starting",
  isActive: "Already active",
  isSuspending: "Already suspending",
  isSuspended: "Already suspended",
};

/** The table. */
export const LIST = {
  notStarted: "Couldn’t start the compute",
  notChanged: "Couldn’t change the compute",
  create: "New compute…",
  notRefreshed: "Couldn’t refresh the computes",
  failed: "Couldn’t load the computes",
  loading: "computes",
  none: "No computes",
  noneText: "A compute runs Postgres for a branch. Without one, nothing can connect.",
  title: "Computes",
  branchCompute: "Branch, compute",
  sizeTimeout: "Size, timeout",
  host: "Host",
  selected: "Selected computes",
};

/** One compute. */
export const DETAIL = {
  on: (branchName: string, compute: ComputeView): string => `${kindWord(compute)} compute on ${branchName}`,
  kind: (compute: ComputeView): string => `${kindWord(compute)} compute`,
  disabled: "This compute is disabled. Connections are refused.",
  idLabel: "compute ID",
  direct: "Direct host",
  directLabel: "direct host",
  pooled: "Pooled host",
  pooledLabel: "pooled host",
  started: "Started",
  suspended: "Suspended",
  title: "Compute",
  loading: "the compute",
  gone: "This compute no longer exists. It was deleted elsewhere.",
};

/** How far a read-only compute is behind its branch. */
export const LAG = {
  title: "Lag",
  check: "Check lag",
  checkOf: (name: string): string => `Check lag of ${name}`,
  busy: "Asking both computes…",
  none: "Up to date",
  behind: (size: string): string => `${size} behind`,
  nothingWritten: "Nothing to follow: the read-write compute isn’t running",
  replayed: (lsn: string): string => `Replayed up to ${lsn}`,
  failed: "Couldn’t check the lag",
};

/** Everything the platform reports of a compute. */
export const FIELDS = {
  projectId: "Project ID",
  branchId: "Branch ID",
  type: "Type",
  pendingState: "Pending state",
  disabled: "Disabled",
  directHost: "Direct host",
  pooledHost: "Pooled host",
  readOnlyHost: "Read-only host",
  readOnlyPooledHost: "Read-only pooled host",
  proxyHost: "Proxy host",
  pooler: "Pooler",
  poolerMode: "Pooler mode",
  passwordlessAccess: "Passwordless access",
  provisioner: "Provisioner",
  release: "Release",
  createdFrom: "Created from",
  smallestSizeCu: "Smallest size, CU",
  largestSizeCu: "Largest size, CU",
  suspendTimeoutS: "Suspend timeout, s",
  postgresSettings: "Postgres settings",
  poolerSettings: "Pooler settings",
  preloadedLibraries: "Preloaded libraries",
  servers: "Servers",
  started: "Started",
  suspended: "Suspended",
};

/** Whether a compute takes connections. */
export const PROBE = {
  waiting: "Waiting for the platform to finish, then testing the connection.",
  connecting: "Testing the connection.",
  connected: "Connected.",
  connectedAfter: (taken: string): string => `Connected in ${taken}.`,
  failed: "Couldn’t connect",
};

/** The dialog that creates a compute. */
export const CREATE = {
  oneAlready: (name: string): string => `A branch has at most one, and this one has ${name}.`,
  readWriteHint: "For reads and writes. A branch has at most one.",
  title: "New compute",
  text: "A compute runs Postgres for a branch.",
  submit: actions.createCompute.order,
  failed: "Couldn’t create the compute",
  kind: "Kind",
  readWrite: "Read-write",
  readOnly: "Read-only",
  readOnlyHint: "Follows the branch for reads. Writes are refused.",
  noName: "No name",
  chooseBranch: "Choose a branch.",
  oneOnly: "This branch already has a read-write compute.",
};

/** Changing the size. */
export const RESIZE = {
  title: "Change size",
  submit: "Change size",
  failed: "Couldn’t change the size",
};

/** Changing the suspend timeout. */
export const TIMEOUT = {
  title: "Change suspend timeout",
  submit: "Change timeout",
  call: "Change suspend timeout",
  failed: "Couldn’t change the suspend timeout",
  hint: "A suspended compute uses no compute time. The next connection starts it again.",
};

/** Renaming a compute. */
export const RENAME = {
  title: (name: string): string => `Rename ${name}`,
  call: "Rename compute",
  failed: "Couldn’t rename the compute",
  hint: "The compute ID and hosts don’t change.",
};

/** Deleting a compute. */
export const DELETE: ConfirmWords = {
  title: (name) => `Delete ${name}?`,
  submit: actions.deleteCompute.order,
  call: actions.deleteCompute.order,
  failed: "Couldn’t delete the compute",
  means: deleteMeans,
};

/** Disabling a compute. */
export const DISABLE: ConfirmWords = {
  title: (name) => `Disable ${name}?`,
  submit: "Disable compute",
  call: "Disable compute",
  failed: "Couldn’t disable the compute",
  means: ({ branchName }) =>
    `Closes open connections to ${branchName} and refuses new ones until you enable it again. The data stays.`,
};

/** Restarting a compute. */
export const RESTART: ConfirmWords = {
  title: (name) => `Restart ${name}?`,
  submit: actions.restartCompute.order,
  call: actions.restartCompute.order,
  failed: "Couldn’t restart the compute",
  means: ({ branchName }) =>
    `Closes open connections to ${branchName}. Uncommitted changes are lost. It starts again at once.`,
};

/** Suspending a compute. */
export const SUSPEND: ConfirmWords = {
  title: (name) => `Suspend ${name}?`,
  submit: actions.suspendCompute.order,
  call: actions.suspendCompute.order,
  failed: "Couldn’t suspend the compute",
  means: ({ branchName }) =>
    `Closes open connections to ${branchName}. Uncommitted changes are lost. The next connection starts it again.`,
};
