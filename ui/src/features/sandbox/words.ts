import { counted } from "@/data/format";
import type {
  DiskKind,
  FaultKind,
  FaultTarget,
  FaultView,
  LossKind,
  LossView,
  QuarantinedView,
  SandboxStatus,
} from "@/ipc/generated";
import { actions, faultKinds, faultTargets } from "@/ipc/words";
import { formatBytes } from "@/kit/data/bytes";
import { formatDuration } from "@/kit/time/duration";
import { DIALOG } from "@/kit/words";

/** The panel. */
export const PANEL = {
  title: "Sandbox",
  menu: "More actions for the sandbox",
  unread: "Couldn’t load the sandbox status",
  refused: "Sandbox action failed",
  failed: "The sandbox stopped with an error",
  quitting:
    "Quitting Plinth stops the sandbox and its servers. Data, ports and passwords are kept, so connection strings work again after the next start.",
  outdated: (version: string): string => `PostgreSQL ${version} has known vulnerabilities.`,
  about: (dataDir: string): string =>
    `A local platform with real PostgreSQL servers, TLS, a claim page and a clock you can move. Data is stored in ${dataDir}.`,
  unsaved: "Couldn’t save the setting",
  oldPostgres: "Allow PostgreSQL 17 versions with known vulnerabilities",
  oldPostgresHint:
    "Before 17.11, anyone with replication access can run programs as you. Applies from the next start.",
  stop: "Stop",
  loading: "the sandbox",
  addresses: "Addresses",
  instant: "Instant service",
  instantValue: "instant service",
  api: "Management API",
  apiValue: "management API address",
  postgres: "PostgreSQL",
  ca: "CA file",
  caValue: "CA file path",
  node: "Node.js",
  nodeValue: "NODE_EXTRA_CA_CERTS line",
  dataFolder: "Data folder",
  dataFolderValue: "data folder",
};

/** Where the PostgreSQL that runs comes from. */
const SOURCES: Record<string, string> = {
  bundled: "bundled with Plinth",
  environment: "from PLINTH_POSTGRES_BIN",
  installed: "installed on this machine",
};

/** "17.11, bundled with Plinth" */
export const postgresLine = (version: string, source: string): string =>
  `${version}, ${SOURCES[source] ?? source}`;

export const OPTIONS = {
  title: "Options",
  unread: "Couldn’t load the options",
  loading: "options",
  nextStart: "Changes apply from the next start.",
  restartNeeded: "Restart the sandbox to apply your changes. This closes open connections.",
  restart: "Restart",
  live: "Match the live platform",
  liveHint: "Sets its default names, compute default, request and branch limits, and duration of operations.",
  names: "Default names",
  namesHint: "For new projects and newly enabled Auth. Existing ones keep their names.",
  database: "Database",
  role: "Owner role",
  authProvider: "Auth provider",
  authSchema: "Auth schema",
  region: "Region",
  limits: "Behavior and limits",
  compute: "Create a compute with each branch",
  computeHint: "For API requests without endpoints.",
  requests: "Requests per minute",
  requestsHint: "For each API key. Empty for no limit.",
  branches: "Branches per project",
  branchesHint: "Empty for no limit.",
  pace: "Minimum duration of operations (ms)",
  paceHint: "Empty to finish as soon as possible.",
  unclaimed: "Unclaimed temporary databases",
  unclaimedHint: "Any program on this machine can create them without a key.",
  disk: "Disk limit (GB)",
  diskHint: "Empty for half of the disk space that would be free without the sandbox.",
  purge: "Purge deleted projects when the disk limit is reached",
  purgeHint:
    "Off: nothing new can be created until you purge them. On: they are deleted permanently to make room, and you can’t recover them.",
};

/** What calls may set and the sandbox does not enforce. */
export const RECORDED = {
  title: "Not enforced",
  about: "The sandbox checks, keeps and returns these settings but doesn’t enforce them.",
  count: (count: number): string => counted(count, "setting"),
};

const NOT_RUNNING: Record<Exclude<SandboxStatus, "running">, string> = {
  stopped: "The sandbox is not running",
  starting: "The sandbox is starting",
  stopping: "The sandbox is stopping",
  failed: "The sandbox couldn’t start",
};

/** Why nothing can be asked of the sandbox. */
export const notRunning = (status: Exclude<SandboxStatus, "running">): string => NOT_RUNNING[status];

export const BANNER = {
  stale: "Data shown may be outdated.",
  start: actions.startSandbox.order,
};

export const START = {
  line: (since: number): string => `Starting the sandbox · ${formatDuration(since)}`,
  label: "Sandbox start",
  first: "The first start creates a template database, which takes a few seconds.",
  progress: (done: number, total: number, unit: string): string => `${done} of ${total} ${unit}`,
};

export const CLOCK = {
  title: "Clock",
  unmoved: "Couldn’t move the clock",
  onlyForward:
    "The clock only moves forward. Temporary databases and branches expire by it. Plinth shows what a move deletes before you confirm.",
  field: "Move the clock forward by",
  example: "e.g. 2 h 30 min",
  move: "Move forward",
  missing: "Enter a duration.",
  fault: "Enter a duration, such as 45 min or 2 h 30 min.",
  inSync: "in sync with this machine",
  ahead: (moved: number): string => `${formatDuration(moved)} ahead of this machine`,
};

const LOSSES: ReadonlyArray<{ kind: LossKind; one: string; many: string }> = [
  { kind: "temporaryDatabase", one: "Temporary database", many: "Temporary databases" },
  { kind: "branch", one: "Branch", many: "Branches" },
  {
    kind: "deletedProject",
    one: "Deleted project, no longer recoverable",
    many: "Deleted projects, no longer recoverable",
  },
  {
    kind: "deletedBranch",
    one: "Deleted branch, no longer recoverable",
    many: "Deleted branches, no longer recoverable",
  },
];

/** What goes, by what it is: "Temporary databases" with their names. */
export function lossGroups(lost: readonly LossView[]): ReadonlyArray<{ title: string; names: string[] }> {
  return LOSSES.map(({ kind, one, many }) => {
    const names = lost.filter((each) => each.kind === kind).map(({ name }) => name);
    return { title: names.length === 1 ? one : many, names };
  }).filter(({ names }) => names.length > 0);
}

export const MOVE = {
  title: (span: string): string => `Move the clock forward by ${span}?`,
  confirm: (count: number): string => `Move and delete ${counted(count, "item")}`,
  text: (count: number): string =>
    count === 1
      ? "1 item expires by then and is deleted with all data. You can’t move the clock back."
      : `${counted(count, "item")} expire by then and are deleted with all data. You can’t move the clock back.`,
  list: "What will be deleted",
};

export const DISK = {
  title: "Disk",
  measuring: "Measuring disk usage…",
  used: "used",
  meter: "Disk used by the sandbox",
  lastExpires: "last one expires",
  clones:
    "This file system shares blocks: a branch takes space only for what changes. Shared blocks are counted for each branch.",
  copies:
    "This file system can’t share blocks: a branch takes as much space as its parent. Btrfs and XFS can.",
  limit:
    "Above the limit, no projects, branches or temporary databases can be created. Existing ones keep running.",
  recoverable: "Deleted projects keep their disk space while you can recover them.",
  usage: (used: string, most: string): string => `${used} of ${most}`,
  histories: "Restore windows, included above",
  shortened: (branches: readonly string[]): string =>
    `Shortened for ${branches.length === 1 ? branches[0] : counted(branches.length, "branch", "branches")}: the limit was reached, or the disk is almost full.`,
};

/** What takes the disk, and how it is counted. */
export const DISK_KINDS: Record<DiskKind, { term: string; one?: string; many?: string }> = {
  projects: { term: "Projects", one: "project" },
  branches: { term: "Branches", one: "branch", many: "branches" },
  replicas: { term: "Read-only computes", one: "compute" },
  snapshots: { term: "Snapshots", one: "snapshot" },
  deletedProjects: { term: "Deleted projects", one: "project" },
  deletedBranches: { term: "Deleted branches", one: "branch", many: "branches" },
  templates: { term: "Templates" },
  logs: { term: "Logs" },
  quarantine: { term: "Quarantine", one: "folder" },
  other: { term: "Other" },
};

export const PURGE = {
  title: "Purge deleted projects?",
  open: "Purge deleted projects…",
  unread: "Couldn’t load the deleted projects",
  list: "Deleted projects",
  text: (count: number, size: string): string => {
    if (count === 0) return "There are no deleted projects.";
    const held = count === 1 ? "1 deleted project holds" : `${counted(count, "deleted project")} hold`;
    return `${held} ${size} of disk space. A purge deletes all data permanently. You can’t recover a project after that.`;
  },
  expires: "expires",
  confirm: (count: number): string => `Purge ${counted(count, "project")}`,
  word: "purge",
  field: DIALOG.typeName("purge"),
};

export const FAULT = {
  title: "Faults",
  inject: "Inject",
  clear: "Clear all",
  kind: "Fault",
  target: "Requests",
  often: "How often",
  none: "No faults. Requests are answered normally.",
  list: "Injected faults",
  refused: "Couldn’t inject the fault",
  uncleared: "Couldn’t clear the faults",
};

const isFault = (key: string): key is FaultKind => key in faultKinds;

/** The faults to choose from. */
export const FAULT_OPTIONS = Object.keys(faultKinds)
  .filter(isFault)
  .map((kind) => ({ value: kind, label: faultKinds[kind].word, detail: faultKinds[kind].detail }));

const isTarget = (key: string): key is FaultTarget => key in faultTargets;

/** Which requests they can hit. */
export const TARGET_OPTIONS = Object.keys(faultTargets)
  .filter(isTarget)
  .map((target) => ({
    value: target,
    label: faultTargets[target].word,
    detail: faultTargets[target].detail,
  }));

export const timesWord = (times: number): string => (times === 1 ? "Once" : counted(times, "time"));

/** What a fault still hits, and how often: "Any request · 2 times left". */
export const faultLine = ({ target, route, times }: FaultView): string =>
  `${target ? faultTargets[target].word : route} · ${counted(times, "time")} left`;

export const SERVERS = {
  title: "Servers",
  label: "Sandbox servers",
  none: "No servers yet. Each branch gets its own.",
  room: (count: number): string =>
    `Up to ${counted(count, "server")} run at once: as many as fit into free memory at the start. Idle ones make room for others.`,
  notListed: "Not in the temporary databases list",
  refused: (name: string): string => `Couldn’t start or suspend ${name}`,
  failed: (name: string): string => `The server for ${name} failed`,
  behind: (bytes: number): string =>
    bytes === 0 ? "Up to date with its branch" : `${formatBytes(bytes)} behind its branch`,
  suspend: "Suspend",
  start: "Start",
  database: "Database",
  state: "State",
  port: "Port",
  size: "Size",
  transfer: "Transfer",
  connections: "Connections",
  actions: "Actions",
};

export const REQUESTS = {
  title: "Recent requests",
  unread: "Couldn’t load the requests",
  none: "No requests yet.",
  request: "Request",
  status: "Status",
  duration: "Duration",
  when: "When",
  loading: "requests",
};

export const RESET = {
  title: "Reset the sandbox?",
  confirm: "Reset and delete all data",
  list: "Databases to be deleted",
  word: "reset",
  field: DIALOG.typeName("reset"),
  after: "Connection strings in your env files stop working. This can’t be undone.",
  cancel: "Cancel",
};

/** What goes with a reset of a sandbox that runs. */
export function resetWords(databases: number): string {
  if (databases === 0) return "All sandbox data will be deleted. There are no databases now.";
  if (databases === 1) return "The only database in the sandbox will be deleted with all its data.";
  return `All ${counted(databases, "database")} in the sandbox will be deleted with all data.`;
}

/** The same of one that is stopped, whose data is not known. */
export function resetWordsOfStopped(temporary: number): string {
  const unlisted = "Project databases aren’t listed while the sandbox is stopped.";
  if (temporary === 0) return `All sandbox databases will be deleted with all data. ${unlisted}`;
  return `All sandbox databases will be deleted with all data, including ${counted(temporary, "temporary database")}. ${unlisted}`;
}

export const QUARANTINE = {
  title: "Quarantine",
  unread: "Couldn’t load the quarantine",
  empty: "Empty. All data on disk belongs to a sandbox database.",
  found: (items: number, size: string): string =>
    `The sandbox found ${counted(items, "item")} on disk that its state store doesn’t list or couldn’t read, ${size} in total. Nothing is deleted until you choose to. A recovered database appears under Projects, and its roles get new passwords.`,
  unrecovered: (name: string): string => `Couldn’t recover ${name}`,
  delete: (name: string): string => `Delete ${name}?`,
  confirm: "Delete permanently",
  undeleted: (name: string): string => `Couldn’t delete ${name}`,
  deleted: (size: string): string => `${size} of data will be deleted. This can’t be undone.`,
  contents: "Contents",
  size: "Size",
  lastUsed: "Last used",
  unknown: "Unknown",
  foundAt: "Found",
  actions: "Actions",
  loading: "the quarantine",
  recoverNamed: (name: string) => `Recover ${name}`,
  recover: "Recover",
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteAsk: "Delete…",
};

/** What a folder in quarantine is. */
export function quarantinedWord({ kind, isWhole, postgres }: QuarantinedView): string {
  if (kind === "catalogue") return "Damaged state store";
  if (!isWhole) return "Incomplete database";
  return postgres ? `Database, PostgreSQL ${postgres}` : "Database";
}

/** The actions on the sandbox. */
export const ACTIONS = {
  group: "Sandbox",
  goTo: "Go to",
  start: actions.startSandbox.order,
  stop: actions.stopSandbox.order,
  restart: "Restart the sandbox",
  purge: PURGE.open,
  reset: "Reset the sandbox…",
} as const;
