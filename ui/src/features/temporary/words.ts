import { fileName } from "@/data/format";
import type { ImportCandidateView, TemporaryOptions, TemporaryView } from "@/ipc/generated";
import { actions, destructions } from "@/ipc/words";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { keychainUnasked } from "./keychainUnasked";

/** The service of a database within a sentence: "the sandbox", "neon.new". */
function serviceOf({ serviceKind, serviceLabel }: TemporaryView): string {
  return serviceKind === "thisMachine" ? "the sandbox" : serviceLabel;
}

/** "in the sandbox", "at neon.new" */
function placeOf(row: TemporaryView): string {
  return `${row.serviceKind === "thisMachine" ? "in" : "at"} ${serviceOf(row)}`;
}

/** The list and what stands above it. */
export const LIST = {
  title: "Temporary databases",
  filter: "Filter databases",
  unread: "Couldn’t load temporary databases",
  unrefreshed: "Couldn’t refresh everything",
  unrestored: "Couldn’t restore the env file",
  empty: "No temporary databases yet",
  emptyText:
    "Create a real PostgreSQL 17 database with its own connection string in one click. It expires after 72 hours unless you claim it.",
  importExisting: "Import existing…",
  import: "Import…",
  options: "Options…",
  loading: "temporary databases",
};

export const NOT_REPORTED = "Not reported";

export const noMatches = (filter: string): string => `No matches for “${filter}”`;

/** What stands in the column of the time that is left, where nothing is counted down. */
export const EXPIRES = {
  creating: "in 3 d",
  never: "Never",
  /** Before the time that is left. */
  in: "in",
  none: "–",
  soon: "a moment",
};

export const ofLifetime = (left: number): string => `${formatDuration(left)} of 3 d`;

/** What is said when a click on New has done its work. */
export const READY = {
  title: (name: string): string => `${name} is ready`,
  copied: (seconds: number): string => `Connection string copied. Clears in ${seconds} s.`,
  copy: "Copy connection string",
};

/** What was put on the clipboard. */
export const COPIED = { connection: "Connection string", claimLink: "Claim link" };

/** Why no database was made, and the ways out. */
export const CREATE_FAILURE = {
  title: "Couldn’t create the database",
  row: "Not created",
  rowText: (row: TemporaryView): string =>
    `No database was created ${placeOf(row)}. See History for the reason.`,
  again: "Try again",
  inSandbox: "Create in the sandbox",
  elsewhere: "Choose another location…",
  noService: "The sandbox isn’t ready for databases yet",
  noServiceHint: "Try again once it is running, or choose another location under Options.",
};

/** The parts of a temporary database. */
export const DETAIL_PARTS = [
  { value: "database", label: "Database" },
  { value: "sql", label: "SQL" },
] as const;

/** One database. */
export const DETAIL = {
  parts: "Parts of the database",
  psqlFailed: "Couldn’t open psql",
  copyFailed: "Couldn’t copy",
  claimFailed: "Couldn’t open the claim page",
  projectFailed: "Couldn’t open the project",
  unread: "Couldn’t load the connection string",
  unreached: "Couldn’t reach the platform",
  noSecrets: "Connection string and claim link unavailable",
  unsavedSecrets: "Secrets aren’t saved and will be lost when Plinth quits",
  retryKeychain: "Check keychain",
  checkKeychain: "Check keychain",
  expired: "Expired",
  left: (left: number): string => `${formatDuration(left)} left`,
  expires: (until: number, ahead: number): string =>
    `Expires ${formatDate(until, ahead)}, with its data. Claim it to keep it, or save a copy.`,
  claimOpen: "The claim page is open in your browser. This page updates as soon as you confirm there.",
  more: (name: string) => `More actions for ${name}`,
  connect: "Connect",
  connection: "the connection string",
};

/** The env file that was chosen before the database was made. */
export const ENV_OFFER = {
  text: (path: string): string => `Write the connection string to ${path}?`,
  detail: "You review the change before anything is written.",
  review: "Review change…",
  dismiss: "Not now",
};

/** What a state means. */
export const STATE = {
  creating: (row: TemporaryView): string => `Creating a database ${placeOf(row)}…`,
  claiming: "Claim in progress",
  claimingText:
    "The claim page is open in a browser. If the claim isn’t completed within 15 minutes, the database becomes unclaimed again.",
  claimed: "Claimed",
  claimedText:
    "The database is in the account that claimed it and no longer expires. That account’s plan sets its limits.",
  /** Where the platform named the project by itself. */
  claimedName: (project: string, name: string): string =>
    `Its project is called ${project}. Rename it to keep the name ${name}.`,
  unknown: "Unknown state",
  unknownText: "This version of Plinth doesn’t know this state. Updating may help.",
  unasked: "Couldn’t check whether it was created: the keychain is unavailable",
  unclear: "It may have been created",
  unclearText: (row: TemporaryView): string =>
    `The reply from ${serviceOf(row)} was lost, so the database may or may not exist. If it does, it can’t be reached from Plinth and expires after 72 hours. You can safely create another one and remove this entry from the list.`,
  gone: "No longer available",
  goneText: (row: TemporaryView): string => `This database no longer exists ${placeOf(row)}.`,
  expired: "Expired",
  expiredText: "The database and its data were deleted after 72 hours.",
};

/** Below the connection string. */
export const FACTS = {
  stopped: "Stopped with the sandbox",
  failed: "see the sandbox log",
  startsOnConnect: "starts on the next connection",
  suspending: "suspending",
  suspendsIn: (left: number): string => `suspends in ${formatDuration(left)}`,
  plan: "Set by the account’s plan",
  notReported: "not reported",
  notEnforced: "not enforced",
  written: (key: string, date: string): string => `${key}, written ${date}`,
  replication: "Replication",
  logical: "Logical",
  off: "Off",
  referrer: "Referrer",
  created: "Created",
  compute: "Compute",
  project: "Project",
  envFile: "Env file",
  lastChecked: "Last checked",
  storage: "Storage",
  transfer: "Transfer",
  logicalReplication: "logical replication",
  limit: (limit: string): string => `limit ${limit}`,
  /** After what is used, which shows its exact size when pointed at. */
  ofLimit: (limit: string): string => `of ${limit}`,
  usage: (used: string, limit: string): string => `${used} of ${limit}`,
};

export const CLAIM = {
  title: (name: string): string => `Claim ${name}`,
  text: "Claiming moves the database into an account you choose, where it no longer expires.",
  secret:
    "Treat the link like a password: anyone who opens it can claim the database. After the claim, the platform stops showing the connection string. Plinth keeps this one.",
  copyFailed: "Couldn’t copy the link",
  copy: "Copy link",
  open: "Open in browser",
  /** Before the host, which is set in another type. */
  before: "Your browser will open a page on",
};

export const RENAME = {
  title: (name: string): string => `Rename ${name}`,
  hint: "Only shown in Plinth.",
  empty: "Enter a name.",
  submit: "Rename",
  name: "Display name",
};

export const IMPORT = {
  title: actions.importTemporary.order,
  text: "Add a database created with the CLI, by a build plugin or by someone else. All you need is its claim link.",
  source: "Claim link source",
  fromFile: "From an env file",
  fromLink: "From a link",
  unread: "Couldn’t read the file",
  none: "No claim link found in this file.",
  found: "Claim links found",
  failed: "Couldn’t import the database",
  missing: "Paste the claim link.",
  hidden: "Hidden as you type: anyone with the link can claim the database.",
  done: (name: string): string => `${name} imported`,
  file: "Env file",
  import: "Import",
  link: "Claim link",
};

/** What is known of a claim link that was found in a file. */
export function candidateLine({ line, host, ...candidate }: ImportCandidateView): string {
  return [`line ${line}`, host, candidateNote(candidate)].join(" · ");
}

function candidateNote({
  hasConnection,
  refused,
  knownAs,
}: Omit<ImportCandidateView, "line" | "host">): string {
  if (refused !== null) return refused;
  if (knownAs !== null) return `already in the list as ${knownAs}`;
  return hasConnection ? "with connection string" : "claim link only";
}

export const KEYCHAIN = {
  title: "Keychain",
  waiting:
    "Nothing has been created yet. Plinth first needs a place to store the connection string and claim link.",
  memory: "Keep secrets in memory until I quit",
  lost: "Secrets kept in memory are lost when Plinth quits. The databases remain, but you can’t reach them from Plinth without their connection string and claim link. Secrets are never written to a plain file.",
};

export const OPTIONS = {
  title: "New temporary database",
  text: "A PostgreSQL 17 database that expires after 72 hours unless you claim it. Creating it saves these options as defaults.",
  keep: "Save as default",
  kept: "Saved as default",
  create: "Create database",
  review: "Review what the SQL file does, then create the database.",
  addressHint: "Base URL of the service.",
  referrerHint: "Sent with the request to identify the caller.",
  replicationHint: "Sets wal_level to logical. This can’t be turned off later.",
  seedLabel: "SQL file to run after creation",
  noSeed: "Without a file, the database starts empty.",
  envHint: "Offered once the database is ready. You review the change before anything is written.",
  here: "This machine",
  hereHint: "A real PostgreSQL server. Starts the sandbox first.",
  local: "A real PostgreSQL server",
  custom: "Custom address",
  customHint: "A compatible service that you run or trust.",
  sent: (host: string): string => `Only the referrer and the replication setting are sent to ${host}.`,
  theService: "the service",
  unreachable: "Currently unreachable.",
  place: "Location",
  address: "Address",
  referrer: "Referrer",
  replication: "Logical replication",
  seed: "Seed",
  envFile: "Env file",
  envPath: "Folder or env file",
  variable: "Variable",
  prefix: "Prefix for public variables",
};

/** What is wrong in the options, each a sentence that says how to put it right. */
export const OPTION_ERRORS = {
  place: "Choose a location.",
  reference: "The service requires a referrer. Enter a short name.",
  seedPath: "Enter an absolute path, starting with / or ~/.",
  addressMissing: "Enter an address.",
  address: "Enter an address, such as https://instant.example.com.",
  credentials: "Remove the user name and password from the address.",
  scheme: "Use https. http only works on this machine.",
};

/** What the next click on New will do, in a line: "this machine · ref plinth · seed schema.sql". */
export function optionsLine(options: TemporaryOptions, service: string | undefined): string {
  return [
    service ?? "no location chosen",
    `ref ${options.reference}`,
    options.logicalReplication && "logical replication",
    options.seedPath && `seed ${fileName(options.seedPath)}`,
    options.envPath && `env file ${options.envPath}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

export const DELETE = {
  title: (name: string): string => `Delete ${name}?`,
  confirm: destructions.deleteTemporary.word,
  means: ({ env }: TemporaryView): string => {
    const { means } = destructions.deleteTemporary;
    return env ? `${means} ${env.path} isn’t changed.` : means;
  },
  cancel: "Cancel",
};

export const FORGET = {
  title: (name: string): string => `Remove ${name} from the list?`,
  confirm: destructions.forgetTemporary.word,
  unasked: "This database’s secrets may still be in the keychain",
  cancel: "Cancel",
};

/** What stays of a database whose entry goes. */
export function leaves(row: TemporaryView): string {
  switch (row.state) {
    case "unclaimed":
    case "claiming":
    case "unknown": {
      const end = row.expiresAt
        ? `until ${formatDate(row.expiresAt, row.clockOffsetMs)}`
        : "until it expires";
      return `The database isn’t deleted now. It stays ${placeOf(row)} ${end}, then it is deleted with its data.`;
    }
    case "claimed":
      return "The database stays in the account that claimed it. It is only removed from this list.";
    case "creating":
    case "unclear":
      if (keychainUnasked(row)) {
        return `The database may exist ${placeOf(row)}, with its data. Once removed from the list, it can’t be reached or claimed from Plinth.`;
      }
      return `If a database was created ${placeOf(row)}, it expires 72 hours after creation.`;
    case "expired":
    case "gone":
    case "failed":
      return "This database no longer exists.";
  }
}

/** What goes with an entry. */
export function goes({ env }: TemporaryView): string {
  const secrets = destructions.forgetTemporary.means;
  return env ? `${secrets} ${env.path} isn’t changed.` : secrets;
}

/** The columns of the list. */
export const COLUMNS = {
  name: "Name",
  expires: "Expires",
  state: "State",
  size: "Size",
  left: "Time left",
} as const;

/** The actions on temporary databases. */
export const ACTIONS = {
  list: "Temporary databases",
  row: "This database",
  entry: "This entry",
  goTo: "Go to",
  create: "New temporary database",
  createWith: "New temporary database with options…",
  import: `${actions.importTemporary.order}…`,
  openProject: "Open project",
  renameProject: "Rename project…",
  psql: actions.openPsql.order,
  copy: "Copy connection string",
  claim: "Claim in browser…",
  copyClaim: actions.copyClaimLink.order,
  env: "Write to .env…",
  seed: "Seed…",
  seeding: "A seed file is already running",
  refresh: "Refresh",
  rename: "Rename…",
  delete: "Delete database…",
  remove: `${actions.removeFromList.order}…`,
} as const;

/** Everything that is known of a database. */
export const FIELDS = {
  id: "ID",
  name: "Name",
  projectId: "Project ID",
  state: "State",
  host: "Host",
  port: "Port",
  database: "Database",
  role: "Role",
  referrer: "Referrer",
  replication: "Logical replication",
  storageLimit: "Storage limit",
  transferLimit: "Transfer limit",
  created: "Created",
  updated: "Updated",
  expires: "Expires",
  checked: "Last checked",
} as const;
