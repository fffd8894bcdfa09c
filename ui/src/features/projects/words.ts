import { counted, grouped } from "@/data/format";
import { actions, destructions } from "@/ipc/words";
import { MINUTE } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import type { ProjectRow } from "./rows";
import type { ProjectSubject } from "./subjects";
import type { ShownList } from "./useProjectRows";

/** What is shown of lists, of one account or of all. */
interface Shown {
  rows: readonly ProjectRow[];
  shown: readonly ProjectRow[];
  filter: string;
  lists: readonly ShownList[];
}

/** What the list of all accounts says. */
export const words = {
  allAccounts: "All accounts",
  account: "Account",
  locked: "Read-only",
  readOnly: (name: string) => `${name} is read-only: all changes are blocked`,
  noProjectsAnywhere: "Projects of all connected accounts appear here.",
  notLoaded: (account: string) => `Couldn’t load the projects of ${account}`,
  partly: (account: string) => `Couldn’t load all projects of ${account}`,
  stale: (account: string, reason: string) => `${account}: ${reason}`,
  unnamed: (account: string) =>
    `${account} lists projects by organization. Switch to the account and choose one.`,
};

/** How many projects there are, as far as is known. */
export function countWords({ rows, shown, filter, lists }: Shown): string {
  const soFar = loadedSoFar(lists);
  if (soFar !== undefined && grows(lists)) return `${grouped(soFar)} loaded so far…`;
  if (rows.length === 0) return "";
  const coming = comingTo(lists);
  // How many fit is known once all are there.
  if (filter.trim() === "" || coming > 0) return counted(rows.length + coming, "project");
  return `${grouped(shown.length)} of ${counted(rows.length, "project")}`;
}

/** How many rows are on their way here. */
export const comingTo = (lists: Shown["lists"]): number => lists.reduce((sum, { coming }) => sum + coming, 0);

/** What a table of them says of its length to a screen reader; nothing when it has all. */
export function totalOf({ rows, lists }: Pick<Shown, "rows" | "lists">): number | "unknown" | undefined {
  if (loadedSoFar(lists) !== undefined) return "unknown";
  const coming = comingTo(lists);
  return coming > 0 ? rows.length + coming : undefined;
}

/** From when what is shown is, while one older than a minute is being read anew. For what stays old there is a notice. */
export function ageOf({ lists }: Pick<Shown, "lists">): number | undefined {
  const isOld = (asOf: number | undefined) => asOf !== undefined && currentTime() - asOf > MINUTE;
  return lists.find(({ reading, asOf }) => reading && isOld(asOf))?.asOf;
}

/** How many were read of lists that are not read whole; nothing when all are. */
export function loadedSoFar(lists: Shown["lists"]): number | undefined {
  const partial = lists.filter(({ loaded }) => loaded !== undefined);
  if (partial.length === 0) return undefined;
  return lists.reduce((sum, { loaded, items }) => sum + (loaded ?? items.length), 0);
}

/** Whether rows are still to come. A list that is read over rows that were kept shows those, with their age, until it is whole. */
function grows(lists: Shown["lists"]): boolean {
  return lists.some(({ reading, loaded, asOf }) => reading && loaded !== undefined && asOf === undefined);
}

/** What stands below the last row: how far the reading is, and what could not be looked up. */
export function footerWords({ lists }: Pick<Shown, "lists">): readonly string[] {
  const soFar = loadedSoFar(lists);
  const late = lists.flatMap(({ unavailable }) => unavailable);
  return [
    ...(soFar !== undefined && grows(lists) ? [`${grouped(soFar)} loaded, more to come.`] : []),
    ...(late.length > 0 ? [lateWords(late)] : []),
  ];
}

const NAMED = 5;

function lateWords(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${grouped(ids.length - NAMED)} more` : "";
  const named = `${ids.slice(0, NAMED).join(", ")}${more}`;
  return `The platform couldn’t look up ${counted(ids.length, "project")} in time: ${named}. Refresh later to see them.`;
}

/** After the connection string of a project that keeps no passwords was copied. */
export const NO_PASSWORD = {
  title: "Copied without a password",
  detail: "This project stores no passwords. Reset the role’s password to get a new one, shown once.",
  action: "Databases & roles",
} as const;

/** A project was created and its secrets were lost: what to do about that. */
function lostWords(storesPasswords: boolean, wantedPsql: boolean): string {
  const lost = storesPasswords
    ? "The reply with its connection strings was lost. Find them on the project’s overview."
    : "The reply with its password was lost. Reset it under Databases & roles.";
  return wantedPsql ? `${lost} psql was not opened.` : lost;
}

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  go: { title: "Projects" },
  deleted: { title: "Deleted projects" },
  new: { title: "New project…" },
  projectsJson: { title: "Copy shown projects as JSON" },
  projectsCopied: (count: number): string => `${counted(count, "project")} copied as JSON`,
  curl: { title: "Copy list of projects as curl" },
  cli: { title: "Copy list of projects as CLI command" },
  text: { title: "Show list of projects as text…" },
  listCall: "List projects",
  recovered: (name: string): string => `${name} recovered`,
  open: { title: "Open", titleFor: ({ project }: ProjectSubject): string => `Open ${project.name}` },
  copy: { title: "Copy connection string" },
  psql: {
    title: actions.openPsql.order,
    titleFor: ({ project }: ProjectSubject): string => `Open psql on ${project.name}`,
  },
  rename: { title: "Rename…", titleFor: ({ project }: ProjectSubject): string => `Rename ${project.name}…` },
  settings: {
    title: "Open settings",
    titleFor: ({ project }: ProjectSubject): string => `Open settings of ${project.name}`,
  },
  id: { title: "Copy ID", titleFor: () => "Copy project ID" },
  idCopied: "Project ID copied",
  projectJson: { title: "Copy as JSON", titleFor: () => "Copy project as JSON" },
  jsonCopied: (name: string): string => `${name} copied as JSON`,
  getCall: (name: string): string => `Get ${name}`,
  recoverCall: (name: string): string => `Recover ${name}`,
  delete: { title: "Delete…", titleFor: ({ project }: ProjectSubject): string => `Delete ${project.name}…` },
  recover: { title: "Recover", titleFor: ({ project }: ProjectSubject): string => `Recover ${project.name}` },
};

/** The parts of a menu. */
export const GROUPS = {
  project: "This project",
  change: "Change this project",
  copy: "Copy this project",
  projects: "Projects",
};

/** The screen, and why its list is not what it could be. */
export const LIST = {
  recover: (count: number): string => `Recover ${counted(count, "project")}…`,
  delete: (count: number): string => `Delete ${counted(count, "project")}…`,
  failed: "Couldn’t load the projects",
  partly: "Couldn’t load all projects",
  notWhole: { message: "Not all projects of the list were loaded", hint: "Copy them once they are" },
  title: "Projects",
  filter: "Filter projects",
  projects: "projects",
  notRecovered: "Couldn’t recover the project",
  notNow: "Couldn’t load the projects",
  deletedTitle: "Deleted projects",
  lists: "Project lists",
  active: "Active",
  all: "All",
  mine: "Mine",
  shared: "Shared with me",
  menu: "More actions for the list",
  accountsFailed: "Couldn’t load the accounts",
  byOrganization: "This platform lists projects by organization. Choose one above.",
  selected: "Selected projects",
};

/** In place of an empty list. */
export const EMPTY = {
  noAccounts: "No accounts yet",
  inSandbox: "Start in the sandbox",
  noAccountsText:
    "Projects belong to an account. Start with the sandbox on this machine, which needs no sign-up, or connect an account with its API key.",
  noDeleted: "No deleted projects",
  noDeletedText:
    "Deleted projects stay here for 7 days. Until then you can recover them with everything in them.",
  noShared: "No projects shared with you",
  noSharedText: "Projects that others share with this account appear here.",
  title: "No projects yet",
  text: "A project is a Postgres service with branches, computes, databases and roles. All you need to create one is a name.",
};

/** The table. */
export const COLUMNS = {
  isRunning: "An operation is running",
  isProduction: "production",
  isShared: "shared",
  isLocked: "busy",
  recoverableFor: "Recoverable for",
  expired: "Expired",
  postgres: "Postgres",
  compute: "Compute",
  branchLimit: "Branch size limit",
  permission: "Permission",
};

/** The dialog that creates a project. */
export const CREATE = {
  failed: "Couldn’t create the project",
  regionsFailed: (why: string): string =>
    `Couldn’t load the platform’s regions. These are the ones Plinth knows. ${why}`,
  inAccount: (account: string): string => `In ${account}. Empty fields use the platform’s defaults.`,
  inProduction: (account: string): string =>
    `In ${account} (production). Empty fields use the platform’s defaults.`,
  tooLong: (bytes: number, most: number): string =>
    `The name is ${bytes} bytes long. PostgreSQL allows at most ${most}.`,
  nameHint: "Any characters. Leave empty to use the project ID.",
  postgres: "Postgres version",
  version: (version: string): string => `Version ${version}`,
  contents: "Initial contents",
  database: "Database",
  defaultBranch: "Default branch",
  after: "After creation",
  psqlHint: "Opens a terminal. The password stays out of its arguments and the shell history.",
  psql: "Open psql after creation",
  accountDefault: "Account default",
  chooseOrganization: "Choose an organization…",
  defaultRegion: (region: string): string => `Default (${region})`,
  rules: "Project settings",
  blockPublicHint: "Refuses connections over the public internet.",
  blockPublic: "Block public connections",
  blockVpcHint: "Refuses connections from private networks.",
  blockVpc: "Block VPC connections",
  hipaaHint: "For protected health information. Can’t be turned off later.",
  hipaa: "HIPAA",
  replicationHint: "Sets wal_level to logical on every compute. Can’t be turned off later.",
  replication: "Logical replication",
  passwords: "Passwords",
  passwordsHint: "Stored passwords can be revealed later. Others can only be reset.",
  store: "Store",
  dontStore: "Don’t store",
  restoreWindowHint: "How far back you can restore a branch.",
  title: "New project",
  submit: actions.createProject.order,
  another: "Create another project",
  open: "Open project",
  showProjects: "Show projects",
  identifier: "Use letters, digits and underscores.",
  organizationMissing: "This platform needs an organization for a project. Choose one.",
};

/** What stands beside the fold of its options. */
export const SUMMARY = {
  defaults: (names: string): string => `Default ${names}, set by the platform`,
  version: "Postgres version",
  size: "size",
  suspendTimeout: "suspend timeout",
  postgres: (version: string): string => `Postgres ${version}`,
  database: (name: string): string => `Database ${name}`,
  owner: (name: string): string => `Owner ${name}`,
  branch: (name: string): string => `Branch ${name}`,
  noRestoreWindow: "No restore window",
  restoreWindow: (span: string): string => `Restore window ${span}`,
  blocksPublic: "Public connections blocked",
  blocksVpc: "VPC connections blocked",
  hipaa: "HIPAA",
  replication: "Logical replication",
  storesPasswords: "Passwords stored",
  storesNoPasswords: "Passwords not stored",
  opensPsql: "Opens psql",
};

/** A project that was created. */
export const CREATED = {
  lost: lostWords,
  title: (name: string): string => `${name} created`,
  open: "Open project",
  stringsAgain: "You can find the connection strings again on the project’s overview.",
  passwordOnce: "Store it now or write it to a file: after that the password can only be reset.",
  starting: "The first connection may take a moment.",
};

/** Renaming a project. */
export const RENAME = {
  title: (name: string): string => `Rename ${name}`,
  hint: "The project ID, hosts and connection strings don’t change.",
  failed: "Couldn’t rename the project",
};

/** Deleting a project. */
export const DELETE = {
  branches: "Branches",
  computes: "Computes",
  databases: "Databases",
  data: "Data",
  onMain: (databases: string, branch: string | undefined): string =>
    branch === undefined ? databases : `${databases} (on ${branch})`,
  recoverable: (until: string): string =>
    `${destructions.deleteProject.means} You can recover the project with everything in it until about ${until}.`,
  title: (name: string): string => `Delete ${name}?`,
  submit: destructions.deleteProject.word,
  call: (name: string): string => `Delete ${name}`,
  failed: "Couldn’t delete the project",
};
