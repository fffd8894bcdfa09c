import { grouped, listed } from "@/data/format";
import type { Look } from "@/data/words";
import { planWord } from "@/features/base/words";
import type { ProjectView } from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";

/** The sentences of a project's page. */
export const HEADER = {
  connect: "Connect",
  connectHint: "Copy the connection string of the default branch",
  otherWays: "More ways to connect",
  choose: "Choose branch, database and role…",
  postgres: (version: number): string => `Postgres ${version}`,
  loading: "the project",
  tabs: "Parts of the project",
  production: "Production",
  readOnly: "Read-only account",
  projects: "Projects",
  unread: "Couldn’t load the project",
} as const;

export const READY: Look = { word: "Ready", tone: "ok" };

/** While an operation runs, the platform takes no other change. A read-only account is what is called locked. */
export const BUSY = "Busy";

export const CONNECT = {
  loading: "the connection",
  unread: "Couldn’t load the connection details",
  noBranch: "This project has no branch to connect to.",
  noDatabase: "This branch has no database yet.",
  noRole: "No role on this branch can log in.",
  noPasswords: "This project stores no passwords. Reset one to get a new password, shown once.",
  dataTab: "Databases & roles",
  database: "Database",
  role: "Role",
} as const;

/** From where the project takes connections. */
export function connectionsWords({
  blocksPublic,
  blocksVpc,
}: Pick<ProjectView, "blocksPublic" | "blocksVpc">): string {
  if (blocksPublic && blocksVpc) return SUMMARY.nowhere;
  if (blocksPublic) return SUMMARY.privateOnly;
  return blocksVpc ? SUMMARY.publicOnly : SUMMARY.anywhere;
}

/** What is said of a setting that is turned on and never off again. */
export interface OneWayWords {
  title: string;
  about: string;
  turnOn: string;
  question(project: string): string;
  failed: string;
  consequences: string;
}

/** The tabs. */
export const TABS_CALLED = {
  overview: "Overview",
  branches: "Branches",
  sql: "SQL",
  computes: "Computes",
  data: "Databases & roles",
  snapshots: "Snapshots",
  history: "History",
  auth: "Auth",
  keys: "Keys",
  settings: "Settings",
};

/** A project that is deleted, or that nobody finds. */
export const GONE = {
  deleted: (name: string): string => `${name} is deleted`,
  notFound: (name: string): string => `${name} was not found`,
  recover: (name: string): string => `Recover ${name}`,
  since: (date: string): string => `Deleted ${date}.`,
  recoverable: (left: number): string =>
    left === 0
      ? "It can no longer be recovered."
      : `You can recover it with everything in it for another ${formatDuration(left)}.`,
  elsewhere: "It was deleted elsewhere, or this account no longer has access.",
  showProjects: "Show projects",
  showDeleted: "Show deleted projects",
  notRecovered: "Couldn’t recover the project",
};

/** What is set, and what the platform did last. */
export const SUMMARY = {
  keptWith: (span: string, used: string): string => `${span} · ${used}`,
  anywhere: "Anywhere",
  nowhere: "None: public and VPC are blocked",
  privateOnly: "Private networks only",
  publicOnly: "Public internet only",
  projectId: "project ID",
  postgres: "Postgres",
  computes: "Computes",
  connections: "Connections",
  hipaa: "HIPAA",
  on: "On",
  replication: "Replication",
  logical: "Logical",
  passwords: "Passwords",
  notStored: "Not stored",
  title: "Settings",
  change: "Change settings",
  operations: "Recent operations",
  openHistory: "Open history",
  loading: "recent operations",
  failed: "Couldn’t load the operations",
  none: "No operations yet",
};

/** What is used. */
export const USAGE = {
  total: (amount: string): string => `${amount} total`,
  noHistoryText: "The usage of this period is still shown.",
  ofLimit: (count: number, most: number, plan: string | null | undefined): string =>
    plan
      ? `${grouped(count)} of ${grouped(most)} on the ${planWord(plan)}`
      : `${grouped(count)} of ${grouped(most)} on this plan`,
  largestCompute: (size: number): string => `${size} CU on this plan`,
  period: (since: string, next: string): string => `Since ${since}. The next period starts ${next}.`,
  used: (used: string, limit: string): string => `${used} of ${limit}`,
  full: "full",
  nearlyFull: "nearly full",
  compute: "Compute",
  history: "Usage",
  range: "Period",
  day: "24 hours",
  week: "7 days",
  refresh: "Refresh usage",
  loading: "the usage",
  failed: "Couldn’t load the usage",
  noHistory: "No earlier usage",
  title: "Usage this period",
  largest: "Largest branch",
  including: "including its restore window",
  branches: "Branches",
  computeLimit: "Compute limit",
};

/** Everything the platform reports of a project. */
export const FIELDS = {
  platform: "Platform",
  postgresVersion: "Postgres version",
  provisioner: "Provisioner",
  proxyHost: "Proxy host",
  createdFrom: "Created from",
  ownerId: "Owner ID",
  ownerEmail: "Owner email",
  ownerPlan: "Owner plan",
  branchLimit: "Branch limit",
  organizationId: "Organization ID",
  permission: "Permission",
  locked: "Busy",
  storesPasswords: "Stores passwords",
  branchSizeLimit: "Branch size limit",
  smallestComputeCu: "Smallest compute, CU",
  largestComputeCu: "Largest compute, CU",
  suspendTimeoutS: "Suspend timeout, s",
  publicConnectionsBlocked: "Public connections blocked",
  vpcConnectionsBlocked: "VPC connections blocked",
  allowedIps: "Allowed IP addresses",
  all: "All",
  allowedIpsProtectedOnly: "IP allowlist only for protected branches",
  logicalReplication: "Logical replication",
  hipaa: "HIPAA",
  hipaaSince: "HIPAA since",
  auditLogLevel: "Audit log level",
  postgresSettings: "Postgres settings",
  poolerSettings: "Pooler settings",
  preloadedLibraries: "Preloaded libraries",
  maintenanceWindowUtc: "Maintenance window, UTC",
  maintenanceStarts: "Maintenance starts",
  maintenancePlannedFor: "Maintenance planned for",
  storageByteHours: "Storage, byte-hours",
  cpuTime: "CPU time",
  activeTimeLimit: "Active time limit",
  computeTimeLimit: "Compute time limit",
  writtenDataLimit: "Written data limit",
  transferLimit: "Transfer limit",
  branchDataLimit: "Branch data limit",
  limitsReset: "Limits reset",
  periodStart: "Period start",
  periodEnd: "Period end",
  recoverableUntil: "Recoverable until",
};

/** The settings. */
export const SETTINGS = {
  applying: "Saved. Applying to the computes…",
  saved: "Saved",
  lockedText: (why: string): string => `${why}. You can still view the settings.`,
  on: "On",
  off: "Off",
  final: "This can’t be undone.",
  failed: "Couldn’t save the changes",
  locked: "Settings can’t be changed right now",
  isFinal: "Can’t be turned off later.",
  turnOn: "Turn on…",
};

/** The part with the name. */
export const NAME = {
  title: "General",
  about: "After a rename the project ID, hosts and connection strings stay the same.",
  save: "Rename project",
};

/** The part with the defaults of computes. */
export const COMPUTES = {
  title: "Computes",
  about: "Defaults for new computes. Existing computes keep their size.",
  save: "Save computes",
  size: "Size in CU",
  sizeMissing: "Enter a size.",
};

/** The part with what connections are taken. */
export const CONNECTIONS = {
  title: "Connections",
  about: "Where the databases can be reached from. Applies to every branch.",
  save: "Save connections",
  blockPublicHint: "Only private networks can connect. psql on this machine is refused.",
  blockPublic: "Block public connections",
  blockVpcHint: "Private network endpoints are refused.",
  blockVpc: "Block VPC connections",
  nothing: "With both on, nothing can connect to the project.",
};

/** The part with the restore window. */
export const RESTORE_WINDOW = {
  used: (used: string): string => `Disk used: ${used}`,
  nothingWaits: "Writes continue. The window grows back over time. You can also shorten it.",
  turnsOff: "Without a restore window you can’t restore, or branch from, an earlier point in time.",
  shrinks: "Points in time before the new window are lost, even if you extend it later.",
  days: "days",
  hours: "hours",
  minutes: "minutes",
  seconds: "seconds",
  about:
    "How far back you can restore or branch. What is older is deleted. At most 30 days; your plan may allow less.",
  save: "Save restore window",
  length: "Length",
  unit: "Unit",
  invalid: "Enter a number, or 0 for no restore window.",
  tooLong: "The longest restore window is 30 days.",
};

/** The libraries that PostgreSQL loads when it starts. */
export const PRELOAD = {
  title: "Preloaded libraries",
  about: "What Postgres loads when it starts, on every branch.",
  restart: "A change takes effect when a compute starts again.",
  restartLink: "Restart computes",
  save: "Save libraries",
  defaults: "Platform defaults",
  defaultsHint: (names: readonly string[]): string =>
    names.length > 0 ? `Currently ${listed(names, 5)}.` : "The platform chooses the libraries.",
  experimental: "Experimental",
  version: (name: string, version: string | null): string => (version === null ? name : `${name} ${version}`),
  loading: "libraries",
  failed: "Couldn’t load the libraries",
  none: "This platform has no libraries to choose.",
  call: "List preload libraries",
};

/** Logical replication. */
export const REPLICATION: OneWayWords = {
  title: "Logical replication",
  about: "Lets other systems subscribe to changes in its databases (sets wal_level to logical).",
  turnOn: "Turn on logical replication",
  question: (project) => `Turn on logical replication for ${project}?`,
  failed: "Couldn’t turn on logical replication",
  consequences:
    "All active computes are suspended and their connections closed. The next connection starts them again.",
};

/** The rules for health information. */
export const HIPAA: OneWayWords = {
  title: "HIPAA",
  about: "For protected health information. The organization’s plan must include it.",
  turnOn: "Turn on HIPAA",
  question: (project) => `Turn on HIPAA for ${project}?`,
  failed: "Couldn’t turn on HIPAA",
  consequences: "HIPAA rules will apply to the project and all its branches.",
};

/** What ends the project. */
export const DANGER = {
  title: "Delete this project",
  about: "Deletes all its branches, computes, databases and roles. You can recover it for 7 days.",
  call: (name: string): string => `Delete ${name}`,
};
