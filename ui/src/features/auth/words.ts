import { counted, grouped } from "@/data/format";
import { FAULTS } from "@/features/base/words";
import type { AuthIntegrationView } from "@/ipc/generated";
import { actions, destructions } from "@/ipc/words";
import type { AuthPage } from "./subjects";

/** What the pages of the tab are called. */
export const PAGE_WORDS: Record<AuthPage, string> = {
  overview: "Overview",
  users: "Users",
  signIn: "Sign-in",
  providers: "Providers",
  email: "Email",
  domains: "Domains",
  webhooks: "Webhooks",
  ownership: "Ownership",
};

/** The sentences of the tab. */
export const words = {
  pages: "Auth pages",
  loading: "auth",
  goToGroup: "Go to",
  goTo: (page: string) => `Auth: ${page}`,
  goToKeywords: "auth login sign in",
  unread: "Couldn’t load the auth integration",
  notReported: "Not reported",
  beta: "Beta",
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try again",
  branch: "Branch",
  branchHint: "Each branch has its own auth: users, keys and settings.",
  elsewhere: (branch: string) =>
    `Only available on the branch ${branch}: the platform supports one branch per project`,
  severalLabel: "Integration",
  several: (count: number) => `This project has ${count}. Shown below is this one.`,
} as const;

/** The tab before auth is enabled, and the dialog that enables it. */
export const enableWords = {
  title: "Auth",
  about:
    "Auth lets people sign in to the app you build on this database. The platform keeps a project at an auth provider, and every user who signs up there becomes a row in your own database, so your queries can join them.",
  does: "Enabling auth",
  makesProject: "creates a project at the auth provider, which the platform owns until you take it over;",
  makesTable: (schema: string | undefined, isOfBranch: boolean) => {
    const what = schema === undefined ? "a schema" : `the schema ${schema}`;
    const where = isOfBranch ? "this branch" : "the branch you choose";
    return `adds ${what} with a table of users to a database of ${where}, and starts its compute;`;
  },
  makesKeys: "creates SDK keys for your app. The server key is shown once, right after.",
  beta: "Auth is in beta and may change. You can remove it later, with or without its users.",
  locked: (why: string) => `${why}. Unlock it to enable auth.`,
  dialog: (project: string, branch: string | undefined) =>
    branch === undefined ? `Enable auth for ${project}` : `Enable auth for ${project} on ${branch}`,
  description: "Users are synced to a table in the database you choose. Its compute is started for that.",
  submit: "Enable auth",
  failed: "Couldn’t enable auth",
  exists: "Auth is already enabled",
  maybeCreated: "Auth may be enabled",
  secretLost: "Auth is enabled, but its keys were lost",
  show: "Show integration",
  branch: "Branch",
  branchHint: "The branch your app uses in production. Other branches get the users with their data.",
  branchLoading: "Loading branches…",
  branchChoose: "Choose a branch…",
  branchMissing: "Choose a branch.",
  branchesUnread: "Couldn’t load the branches",
  database: "Database",
  databaseHint: "Where the users table is created.",
  databaseChoose: "Choose a database…",
  role: "Role",
  roleHint: "Owns the table. Must be able to log in.",
  roleChoose: "Choose a role…",
  otherName: "Enter another name…",
  namesUnread: "Couldn’t load the databases and roles. Enter their names",
} as const;

/** What an app needs before it goes to production. */
export const readinessWords = {
  title: "Readiness",
  list: "Production requirements",
  met: (met: number, all: number) => `Ready for production: ${met} of ${all}`,
  short: (met: number, all: number) => `${met} of ${all}`,
  done: "Done",
  missing: "Missing",
  checking: "Checking",
  unknown: "Unknown",
  goTo: (page: string) => `Go to ${page}`,
  about: {
    credentials: "Own credentials for all OAuth providers",
    email: "Own email server",
    domain: "Trusted domain",
  },
  isChecked: (what: string) => `${what}: checking`,
  isUnknown: (what: string) => `${what}: unknown, Plinth couldn’t reach the platform`,
  shared: (names: string, count: number) =>
    count === 1
      ? `${names} uses the platform’s shared credentials`
      : `${names} use the platform’s shared credentials`,
  allOwn: "All OAuth providers use your own credentials",
  noneShared: "No OAuth provider uses shared credentials",
  emailShared: "Email goes through the platform’s shared server",
  emailOwn: "Email goes through your own server",
  trusted: (first: string, more: number) =>
    more > 0 ? `Trusted: ${first} and ${more} more` : `Trusted: ${first}`,
  noDomain: "No trusted domain",
  ownerYou: "Your account owns the auth project",
  ownerPlatform: "The platform owns the auth project",
} as const;

/** What the integration is, and its keys. */
export const integrationWords = {
  title: "Integration",
  menu: "Actions for auth",
  provider: "Provider",
  projectId: "Project ID",
  projectIdCopy: "the provider’s project ID",
  branch: "Branch",
  branchGone: (id: string) => `${id} (no longer exists)`,
  database: "Database",
  created: "Created",
  baseUrl: "Base URL",
  baseUrlCopy: "the base URL",
  jwks: "JWKS URL",
  jwksCopy: "the JWKS URL",
  jwksOpen: (host: string | undefined) => `Open on ${host}`,
  jwksFailed: "Couldn’t open the JWKS URL",
  keys: "SDK keys",
  keysAbout:
    "Your app needs the public project ID and client key and, on its servers, the secret server key. The platform shows keys only when it creates them, so create new ones if you no longer have them.",
  keysProjectId: "the project ID of the keys",
  clientKey: "Client key",
  clientKeyCopy: "the client key",
  table: "Users table",
  keysKept: "The public part of the latest keys, kept until Plinth quits. The server key was shown once.",
  lost: "The server key was lost",
  lostAbout:
    "The keys were created, but the reply didn’t include the server key. Create new SDK keys to get a new one.",
  newKeys: "Create new SDK keys?",
  newKeysSubmit: actions.createSdkKeys.order,
  newKeysAgain: "Create them again",
  newKeysUnclear: "The reply with the keys was lost",
  newKeysFailed: "No keys were created",
  newKeysLost:
    "The keys were created, but the reply didn’t include the server key. Create them again to get a new one.",
  newKeysDoes:
    "Creates a public client key and a secret server key. The server key is shown once, right after: copy it or write it to an env file then.",
  newKeysBreaks: "Existing keys may stop working. Update your apps with the new ones.",
  madeTitle: (project: string) => `SDK keys of ${project}`,
  madeNote: "Copy the server key now: the platform doesn’t show it again. Use it on your servers only.",
  madeJwks: "JWKS URL",
} as const;

/** The users and the dialog that makes one. */
export const userWords = {
  title: "Users",
  label: "users",
  show: "Show users",
  refresh: "Refresh",
  unreadTitle: "Users aren’t loaded yet",
  about: (schema: string | undefined, database: string | null) =>
    `Users who sign up are written to ${placeOf(schema, database)}. Showing them connects to the database, which starts its compute if it is suspended.`,
  from: (table: string, database: string | null) =>
    database === null
      ? `Read from ${table}. Refreshing starts the compute if it is suspended.`
      : `Read from ${table} in ${database}. Refreshing starts the compute if it is suspended.`,
  locked: (why: string) => `${why}. Reading the table would start the compute, so it is blocked too.`,
  unread: "Couldn’t load the users",
  empty: "No users yet",
  emptyAbout: "Users who sign up in your app, or whom you create here, appear in this table.",
  search: "Search users",
  searchHint: "Email, name or ID",
  searchAll: "Search whole table",
  newest: "Show newest",
  noMatches: "No matches",
  shown: (shown: number, total: number) =>
    shown === total
      ? `${counted(total, "user")}, last checked`
      : `${grouped(shown)} of ${counted(total, "user")}, last checked`,
  email: "Email",
  noEmail: "No email",
  isNew: "New",
  name: "Name",
  noName: "none",
  roles: "Roles",
  noRoles: "none",
  id: "ID",
  created: "Created",
  arrived: (email: string) => `${email} is now in the list.`,
  awaited: (email: string) => `${email} was created. Waiting up to 30 s for the row to appear in the table…`,
  unseen: (email: string) => `${email} was created. The row shows once the table can be read.`,
  missing: (email: string) => `${email} has not arrived yet`,
  missingAbout:
    "The user was created at the auth provider, but the row isn’t in the table yet. The platform may need a little longer.",
  checkAgain: "Check again",
  newTitle: "New user",
  newAbout: (project: string) =>
    `A user of ${project}, created at the auth provider. Plinth then checks the users table until the user appears, which starts the compute.`,
  submit: actions.createUser.order,
  failed: "Couldn’t create the user",
  maybeCreated: "The user may have been created",
  exists: "A user with this address already exists",
  whose: "the user’s",
  nameHint: "At most 255 characters.",
  emailExample: "ada@example.com",
} as const;

function placeOf(schema: string | undefined, database: string | null): string {
  const where = schema === undefined ? "a schema of their own" : `the schema ${schema}`;
  return database === null ? where : `${where} in ${database}`;
}

/** The trusted domains and their dialogs. */
export const domainWords = {
  title: "Domains",
  label: "domains",
  listCall: "List domains",
  about: "After sign-in, the auth provider redirects users only to these domains.",
  unread: "Couldn’t load the domains",
  empty: "No domains yet",
  emptyAbout:
    "After sign-in, the auth provider redirects users only to domains in this list. Add the address your app runs at, such as https://shop.example.com.",
  column: "Domain",
  table: "Trusted domains",
  add: "Add domain",
  addAbout:
    "After sign-in, the auth provider may redirect users to this domain with proof of who they are. Add only domains you own.",
  addFailed: "Couldn’t add the domain",
  hint: "Include the scheme and, if needed, the port. No path.",
  example: "shop.example.com",
  becomes: (domain: string) => `Adds ${domain}.`,
  taken: "This domain is already in the list.",
  remove: "Remove this domain?",
  removeSubmit: "Remove domain",
  removeCall: (domain: string) => `Remove ${domain}`,
  removeFailed: "Couldn’t remove the domain",
  removeAbout:
    "Users who sign in from this domain are no longer redirected back to it. You can add it again.",
} as const;

/** Whose the auth project is, its transfer, and its removal. */
export const ownershipWords = {
  title: "Ownership",
  owner: "Owner",
  transfer: "Transfer",
  aboutOwn: "You can manage it from the auth provider’s dashboard and the platform’s.",
  aboutPlatform:
    "A transfer moves the auth project to your own account at the auth provider. You can then manage it from both dashboards.",
  waits: "Transfer started",
  waitsAbout:
    "Waiting for someone to choose the receiving account on the link’s page and confirm. The owner changes here once that is done.",
  dialog: "Transfer ownership",
  dialogAbout: (project: string) =>
    `Move the auth project of ${project} to your own account at the auth provider.`,
  linkCall: "Get transfer link",
  getLink: "Get link",
  open: "Open in browser",
  openAgain: "Open again",
  explained:
    "The platform creates a link. On its page, choose the receiving account and confirm. Nothing changes until then.",
  consequences:
    "You can then manage the auth project from both dashboards, the auth provider’s and the platform’s. Users, keys and settings stay the same. This can’t be undone.",
  locked: (why: string) => `${why}.`,
  opensOn: "Opens in the browser on",
  secret: "Treat the link like a password: anyone who opens it can take over the auth project.",
  linkLabel: "Transfer link",
  waiting:
    "Waiting for you to confirm the transfer in the browser. You can close this: the Ownership page shows when it is done.",
  done: "Transfer completed",
  doneAbout: "Your account owns the auth project. You can manage it from both dashboards.",
  noLink: "Couldn’t create the link",
  notOpened: "Couldn’t open the link",
  remove: "Remove auth",
  removeAbout:
    "Users can no longer sign in. The SDK keys, OAuth providers, email server and domains are deleted. You choose whether the users stay in the database.",
  removeDialog: (project: string) => `Remove auth from ${project}?`,
  removeCall: (project: string) => `Remove auth from ${project}`,
  removeSubmit: "Remove auth",
  removeSubmitAll: destructions.removeAuth.word,
  removeFailed: "Couldn’t remove auth",
  removed: (project: string) => `Auth removed from ${project}`,
  removedPath: (provider: string) => `auth with ${provider}`,
  removeEnds: destructions.removeAuth.means,
  users: "Users in the database",
  keep: "Keep them",
  keepAbout: (schema: string, database: string) =>
    `The schema ${schema} stays in ${database} with its rows. It no longer receives updates.`,
  delete: "Delete them",
  deleteAbout: (schema: string, database: string) =>
    `Deletes the schema ${schema} from ${database} with all its users. This can’t be undone.`,
  anySchema: "of the users",
  anyDatabase: "the database",
} as const;

/** The platform's word for an auth project that somebody took into an account of their own. */
const TAKEN = "user";

/** Whether the auth project belongs to an account of one's own at the auth provider. */
export function isOwn({ ownedBy }: Pick<AuthIntegrationView, "ownedBy">): boolean {
  return ownedBy === TAKEN;
}

/** Who owns the auth project. */
export function ownerWord(integration: AuthIntegrationView): string {
  if (integration.ownedBy === null) return words.notReported;
  return isOwn(integration) ? "Your own account at the auth provider" : "The platform, on your behalf";
}

const TRANSFER: Record<string, string> = {
  initiated: "Started, waiting for confirmation on the link’s page",
  finished: "Finished",
};

/** How far a transfer is; nothing where none was begun. */
export function transferWord({ transferStatus }: AuthIntegrationView): string | undefined {
  return transferStatus === null ? undefined : (TRANSFER[transferStatus] ?? transferStatus);
}

/** Why the auth project cannot be handed over. */
export function transferBlocked(integration: AuthIntegrationView): string | undefined {
  return isOwn(integration) ? "Your account already owns it" : undefined;
}

/** The host of a link, with its port where that is not the usual one; nothing for what is no link. */
export function hostOf(link: string): string | undefined {
  return URL.canParse(link) ? new URL(link).host : undefined;
}

/** The longest name of a user, in characters. */
const MOST_NAME = 255;

/** Why a name cannot be that of a user. None at all will do. */
export function userNameError(typed: string): string | undefined {
  if (typed !== typed.trim()) return FAULTS.blanks;
  const length = [...typed].length;
  if (length > MOST_NAME) return `The name has ${length} characters. Use at most ${MOST_NAME}.`;
  if (/\p{Cc}/u.test(typed)) return "Use visible characters only.";
  return undefined;
}

/** Returns the address that a person means: a host alone is reached by https, and one of this machine by http. */
export function addressOf(typed: string): string {
  const domain = typed.trim();
  if (domain === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(domain)) return domain;
  return /^(localhost|127\.|\[::1\])/i.test(domain) ? `http://${domain}` : `https://${domain}`;
}

/** Why a text cannot be a trusted domain. */
export function domainError(typed: string): string | undefined {
  const domain = addressOf(typed);
  if (domain === "") return "Enter a domain, such as shop.example.com.";
  if (!/^https?:\/\//i.test(domain)) return "Start with https:// (or http:// for an app on this machine).";
  if (!URL.canParse(domain)) return "Not a valid address. Example: https://shop.example.com.";
  const { username, password, pathname, search, hash } = new URL(domain);
  if (username || password) return "Leave out the user name and the password.";
  if (pathname !== "/" || search || hash) return "Use only scheme, host and port.";
  return undefined;
}

/** The actions on auth, its domains and its users. */
export const actionWords = {
  auth: "Auth",
  change: "Change auth",
  domain: "This domain",
  copyDomain: "Copy domain",
  domainCopied: "Domain copied",
  domainsOf: (projectName: string) => `Domains of ${projectName}`,
  domainRemove: "Remove this domain",
  removeDomain: "Remove domain…",
  removeNamed: (domain: string) => `Remove ${domain}…`,
  user: "This user",
  setRoles: "Change roles…",
  userDelete: "Delete this user",
  deleteUser: "Delete user…",
  deleteNamed: (user: string) => `Delete ${user}…`,
  copyUserId: "Copy user ID",
  userIdCopied: "User ID copied",
  copyEmail: "Copy email address",
  emailCopied: "Email address copied",
  copyJson: "Copy as JSON",
  jsonCopied: "Copied as JSON",
  enable: "Enable auth…",
  enableFor: (projectName: string) => `Enable auth for ${projectName}…`,
  showUsers: "Show users",
  newUser: "New user…",
  newKeys: "New SDK keys…",
  addDomain: "Add domain…",
  copyJwks: "Copy JWKS URL",
  jwksCopied: "JWKS URL copied",
  openJwks: "Open JWKS URL",
  openJwksOn: (host: string | undefined) => `Open JWKS URL on ${host}`,
  authOf: (projectName: string) => `Auth of ${projectName}`,
  transfer: "Transfer ownership…",
  removeAuth: "Remove auth",
  removeAsk: "Remove auth…",
  removeFrom: (projectName: string) => `Remove auth from ${projectName}…`,
} as const;
