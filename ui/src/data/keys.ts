import type { QueryKey } from "@tanstack/react-query";

/** The keys of the views in the query cache. The first word is the resource, so that a whole resource can be read again. */
export const keys = {
  accounts: ["accounts"],
  /** The color of a new account; a different one after each change of the accounts. */
  usualColour: (marked: string) => ["accounts", "usualColour", marked],
  activity: ["activity"],
  app: ["app"],
  oneTimeSecrets: ["oneTimeSecrets"],
  keychain: ["keychain"],
  network: ["network"],
  updates: ["updates"],
  /** Everything about project folders. */
  folders: ["folders"],
  folderList: ["folders", "list"],
  /** The folders that have a former connection string. */
  folderStale: ["folders", "stale"],
  /** The budgets of every account. */
  budgets: ["budget"],
  budget: (account: string) => ["budget", account],
  /** Everything of a project's auth integration. */
  auth: (account: string, project: string) => ["project", account, project, "auth"],
  authIntegrations: (account: string, project: string, branch: string | null) => [
    "project",
    account,
    project,
    "auth",
    "integrations",
    branch,
  ],
  authDomains: (account: string, project: string, branch: string | null) => [
    "project",
    account,
    project,
    "auth",
    "domains",
    branch,
  ],
  oauthProviders: (account: string, project: string, branch: string | null) => [
    "project",
    account,
    project,
    "auth",
    "providers",
    branch,
  ],
  emailServer: (account: string, project: string, branch: string | null) => [
    "project",
    account,
    project,
    "auth",
    "email",
    branch,
  ],
  /** Every list of API keys, whichever account's. */
  everyApiKey: ["apiKeys"],
  /** Every list of an account's API keys. */
  apiKeysOf: (account: string) => ["apiKeys", account],
  apiKeys: (account: string, organization: string) => ["apiKeys", account, organization],
  rotations: ["rotations"],
  rotationPlans: ["rotationPlan"],
  rotationPlan: (account: string) => ["rotationPlan", account],
  folderPlans: ["folderPlan"],
  bulk: ["bulk"],
  bulkPlan: ["bulkPlan"],
  callText: (account: string) => ["callText", account],
  operations: ["operations"],
  operationList: ["operations", "list"],
  organizations: (account: string) => ["organizations", account],
  /** Every list of an account's projects. */
  projectLists: (account: string) => ["projects", account],
  /** Every project of an account, whichever was opened. */
  projectsOf: (account: string) => ["project", account],
  /** The lists as the core keeps them: they follow what is done here. */
  projectsCached: (account: string) => ["projects", account, "kept"],
  /** The lists as they are read from the platform, page by page. */
  projectPages: (account: string) => ["projects", account, "pages"],
  /** Members, invitations and the spending limit of an organization. */
  organization: (account: string, organization: string) => ["organization", account, organization],
  /** Everything of one project. */
  project: (account: string, project: string) => ["project", account, project],
  projectRecord: (account: string, project: string) => ["project", account, project, "record"],
  branches: (account: string, project: string) => ["project", account, project, "branches"],
  computes: (account: string, project: string) => ["project", account, project, "computes"],
  databases: (account: string, project: string, branch: string) => [
    "project",
    account,
    project,
    "databases",
    branch,
  ],
  roles: (account: string, project: string, branch: string) => ["project", account, project, "roles", branch],
  /** Apart from the project, whose events read again what is shown. */
  schemas: (account: string, project: string) => ["schemas", account, project],
  /** Apart from the project for the same reason. */
  advisors: (account: string, project: string) => ["advisors", account, project],
  projectOperations: (account: string, project: string) => ["project", account, project, "operations"],
  regions: (account: string) => ["regions", account],
  search: ["search"],
  undo: ["undo"],
  connectionProbes: ["connectionProbes"],
  user: (account: string) => ["user", account],
  instantServices: ["instantServices"],
  sandbox: ["sandbox"],
  sandboxDeletedItems: ["sandbox", "deletedItems"],
  sandboxQuarantine: ["sandbox", "quarantine"],
  sandboxRequests: ["sandbox", "requests"],
  sandboxState: ["sandbox", "state"],
  settings: ["settings"],
  sqlTabs: ["sqlTabs"],
  sqlCatalog: (source: string) => ["sqlCatalog", source],
  temporary: ["temporary"],
  temporaryList: ["temporary", "list"],
  temporaryConnect: (id: string) => ["temporary", "connect", id],
  temporaryClaimTarget: (id: string) => ["temporary", "claimTarget", id],
  /** The env file that a database was to be written to when it was made. Kept by the window alone. */
  temporaryEnvOffer: (id: string) => ["temporaryEnvOffer", id],
  jobs: ["jobs"],
} satisfies Record<string, QueryKey | ((...ids: string[]) => QueryKey)>;

/** The keys of mutations, so that a button shows that a mutation runs wherever it was started. */
export const mutationKeys = {
  accountConnect: ["account", "connect"],
  accountEdit: (id: string) => ["account", "edit", id],
  accountLock: (id: string) => ["account", "lock", id],
  accountReplace: (id: string) => ["account", "replace", id],
  activityExport: ["activity", "export"],
  diagnosticsSave: ["diagnostics", "save"],
  create: ["temporary", "create"],
  import: ["temporary", "import"],
  copy: (id: string) => ["temporary", "copy", id],
  psql: (id: string) => ["temporary", "psql", id],
  save: (id: string) => ["temporary", "save", id],
  copyInto: (id: string) => ["temporary", "copyInto", id],
  folderAdd: ["folders", "add"],
  projectsRefresh: (account: string) => ["projects", "refresh", account],
  /** Begins the keys of a row's actions, whose errors show above the list: copy, psql, recover. */
  projectRow: (account: string) => ["projects", "row", account],
  undo: ["undo"],
  connectCopy: (source: string) => ["connection", "copy", source],
  connectPsql: (source: string) => ["connection", "psql", source],
  connectCheck: (source: string) => ["connection", "check", source],
  oneTimeSecretsForget: ["connection", "forget"],
  envUndo: ["env", "undo"],
  sandbox: ["sandbox", "power"],
  settings: ["settings", "set"],
  quit: ["app", "quit"],
  viewRefresh: ["view", "refresh"],
} satisfies Record<string, QueryKey | ((id: string) => QueryKey)>;
