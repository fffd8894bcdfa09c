import { counted, listed } from "@/data/format";
import type { FolderStep, FolderView } from "@/ipc/generated";

/** The list and what stands above it. */
export const LIST = {
  title: "Folders",
  filter: "Filter folders",
  loading: "project folders",
  unread: "Couldn’t load project folders",
  unadded: "Couldn’t add every folder",
  unrestored: "Couldn’t restore the env file",
  empty: "No project folders yet",
  emptyText:
    "Add a project’s folder, and Plinth writes the connection string of a database into its env file.",
  add: "Add folder…",
  import: "Import…",
  importExisting: "Import from env files…",
} as const;

export const COLUMNS = {
  name: "Folder",
  variable: "Variable",
  source: "Database from",
  state: "State",
  next: "Next step",
} as const;

/** What stands in the column of the next step where there is none. */
export const NO_STEP = "–";

export const detailWords = ({ path, settings }: FolderView): string => `${settings.variable} · ${path}`;

export const ACTIONS = {
  goTo: "Go to",
  list: "Project folders",
  folder: "Project folder",
  entry: "Project folder in the list",
  add: "Add a project folder…",
  import: "Import databases from env files…",
  write: "Update changed connection strings…",
  ensure: "Set up database…",
  replace: "Replace database…",
  claim: "Claim in browser…",
  database: "Open database",
  settings: "Change settings…",
  copyPath: "Copy path",
  pathCopied: "Path copied",
  remove: "Remove from list…",
  busy: "Setting up this folder’s database",
} as const;

/** What a click on Set up database does, with the folder's name. */
export function ensureWords({ name, state }: FolderView): string {
  if (state === "unseeded") return ENSURE.seedTitle(name);
  if (state === "unfinished") return `Finish setting up the database for ${name}`;
  return `Set up a database for ${name}`;
}

/** The next step on the button of a branch whose connection string is to be written. */
export const WRITE_BRANCH = "Write…";

/** The next step on its button, by the state of a folder. */
export const NEXT: Record<FolderView["state"], string> = {
  absent: "Set up database…",
  unfinished: "Continue…",
  unseeded: "Run seed again…",
  expired: "Replace…",
  unclear: "Replace…",
  expiring: "Claim…",
  filled: "Open database",
  claimed: "Open database",
  envUnusable: "Change settings…",
  gone: "Remove…",
  foreign: NO_STEP,
};

export const STATE = {
  working: "Working",
  branchText: "The settings now name a branch. Write its connection string.",
  workingText: "Plinth is setting up this folder’s database.",
  atLine: (line: number, file: string) => `Line ${line} of ${file}.`,
} as const;

/** What was added. */
export const ADDED = {
  title: (names: readonly string[]) => `${listed(names)} added`,
  known: (name: string) => `${name} is already in the list`,
} as const;

/** One folder. */
export const DETAIL = {
  more: (name: string) => `More actions for ${name}`,
  notEnsured: "Couldn’t finish setting up the database",
  settings: "Settings…",
} as const;

export const FACTS = {
  path: "Folder",
  envFile: "Env file",
  variable: "Variable",
  publicPrefix: "Public prefix",
  referrer: "Referrer",
  seed: "Seed",
  source: "Database from",
  database: "Database",
  expires: "Expires",
  writes: "Writes",
  added: "Added",
  none: "None",
  asked: "After you reviewed the change",
  unasked: "Without review",
  pooled: "through the pooler",
  direct: "direct",
} as const;

/** The source, and for a branch what of it. */
export function sourceWords({ sourceLabel, settings: { source } }: FolderView): string {
  if (source.kind === "temporary") return sourceLabel;
  const { role, pooled } = source.request;
  const how = pooled ? FACTS.pooled : FACTS.direct;
  return [sourceLabel, role, how].filter(Boolean).join(" · ");
}

/** The dialog that shows what would be done, and does it. */
export const ENSURE = {
  title: (name: string, replace: boolean) =>
    replace ? `Replace the database of ${name}` : `Set up a database for ${name}`,
  seedTitle: (name: string) => `Run the seed of ${name} again`,
  working: "the change",
  unplanned: "Couldn’t preview the change",
  failed: "Couldn’t finish",
  unseeded: "The database is written, but its seed failed",
  again: "Try again",
  loading: "Loading preview",
  submit: "Set up database",
  unasked: "Write this env file without review from now on",
  unaskedHint: "Only where the variable is absent. You can change this in the folder’s settings.",
  seed: "Then runs",
  running: "You can close this dialog: it continues in the background.",
} as const;

/** What is going to happen, by what it begins with. */
export const STEPS: Record<FolderStep, (folder: FolderView) => string> = {
  nothing: ({ settings }) => `${settings.variable} has a value, so there is nothing to do.`,
  create: ({ sourceLabel, settings }) =>
    `A temporary database is created (${sourceLabel}), and its connection string is written to ${settings.envFile}.`,
  replace: ({ sourceLabel, settings }) =>
    `Another temporary database is created (${sourceLabel}), and its connection string replaces the one in ${settings.envFile}. Data of the old database isn’t copied.`,
  write: ({ database, sourceLabel, settings }) => {
    const written = settings.source.kind === "branch" ? sourceLabel : (database ?? sourceLabel);
    return `The connection string of ${written} is written to ${settings.envFile}.`;
  },
  seed: ({ database }) => `The SQL file runs again on the same database${database ? `, ${database}` : ""}.`,
};

/** What was done, by what it began with. */
export const ENSURED: Record<FolderStep, (name: string) => string> = {
  nothing: (name) => `Nothing to do for ${name}`,
  create: (name) => `${name} has a database`,
  replace: (name) => `${name} has a new database`,
  write: (name) => `Connection string of ${name} written`,
  seed: (name) => `Seed of ${name} completed`,
};

/** The dialog with the settings of one folder. */
export const SETTINGS = {
  title: (name: string) => `Settings of ${name}`,
  text: "Used the next time you set up a database here. Saving changes no file.",
  submit: "Save settings",
  loading: "the settings",
  unread: "Couldn’t load the places for databases",
  envFile: "Env file",
  envFileHint: "A path within the folder.",
  variable: "Variable",
  variableHint: (variable: string) => `The direct connection string goes to ${variable}_DIRECT.`,
  publicPrefix: "Public prefix",
  publicPrefixHint: (prefix: string) => `The claim link goes to ${prefix}POSTGRES_CLAIM_URL.`,
  referrer: "Referrer",
  referrerHint: "Sent to the instant service.",
  seed: "SQL file (seed)",
  seedHint: "Runs once in each new database. From the folder, or absolute.",
  unasked: "Write without review",
  unaskedHint:
    "Set up database writes the env file at once where the variable is absent. A value is never replaced unasked.",
} as const;

/** Where a folder's database comes from. */
export const SOURCE = {
  label: "Database from",
  branch: "A branch of a project",
  branchHint: "An existing database. Its connection string is written; nothing is created.",
  account: "Account",
  project: "Project",
  branchOf: "Branch",
  database: "Database",
  role: "Role",
  pooled: "Pooled connection",
  pooledHint: "Through the pooler. Turn it off for migrations.",
  loading: "Loading…",
  choose: "Choose…",
  unread: (why: string) => `Couldn’t load the list: ${why}`,
  noProjects: "No projects in this account.",
} as const;

/** What is wrong with what was typed. */
export const FAULTS = {
  envFile: "Enter a path within the folder, such as .env or app/.env.local.",
  variable: "Use letters, digits and _. Don’t start with a digit.",
  isPublic: (prefix: string) =>
    `A name that starts with ${prefix} is public in a browser. Choose another variable or prefix.`,
  referrer: "Enter a referrer.",
  account: "Choose an account.",
  project: "Choose a project.",
  branch: "Choose a branch.",
  database: "Choose a database.",
  role: "Choose a role.",
} as const;

/** The dialog that takes a folder out of the list. */
export const REMOVE = {
  title: (name: string) => `Remove ${name} from the list?`,
  confirm: "Remove from list",
  text: "The folder, its env file and its database stay as they are. Plinth just stops showing the folder here.",
  failed: "Couldn’t remove the folder",
} as const;

/** The dialog that finds databases in env files. */
export const IMPORT = {
  title: "Import databases from env files",
  text: "Reads the .env files of the folders you choose, and no other file.",
  choose: "Choose folders…",
  chooseOthers: "Choose other folders…",
  found: "Databases found",
  folders: "Folders",
  reading: "the env files",
  unread: "Couldn’t read the env files",
  none: "No databases found",
  lookedAt: (folders: readonly string[]) =>
    `Plinth looked for claim links and connection strings in the .env files of ${listed(folders)}.`,
  unreadable: (path: string) => `Couldn’t read ${path}`,
  all: (count: number) => `Select all ${count}`,
  submit: (count: number) => (count === 0 ? "Import" : `Import ${counted(count, "database")}`),
  known: (name: string) => `Already in the list as ${name}`,
  at: (file: string, line: number) => `${file}, line ${line}`,
  kinds: { claimLink: "Claim link", connectionString: "Connection string" },
  notImported: (variable: string) => `Couldn’t import ${variable}`,
  failed: "Couldn’t import",
  nothing: "Select what to import.",
  done: (count: number) => `${counted(count, "database")} imported`,
} as const;

/** Folders that have a former connection string. */
export const FORMER = {
  title: (count: number) =>
    count === 1 ? "1 folder has an old connection string" : `${count} folders have an old connection string`,
  text: "The password, the branch or the host changed since it was written.",
  review: "Review and write…",
  dialog: "Update changed connection strings",
  dialogText:
    "Compares the env files that Plinth wrote with the current connection strings. Values that Plinth didn’t write don’t change.",
  loading: "the connection strings",
  unread: "Couldn’t compare the connection strings",
  none: "All folders have the current connection string",
  noneText: "There is nothing to write.",
  notCompared: (name: string) => `Couldn’t compare ${name}`,
  notWritten: (name: string) => `Couldn’t write ${name}`,
  write: (count: number) => (count === 0 ? "Write" : `Write to ${counted(count, "folder")}`),
  choose: (name: string) => `Write to ${name}`,
  failed: "Couldn’t write",
  done: (count: number) => `${counted(count, "env file")} written`,
} as const;
