// Written by `cargo xtask codegen` from crates/app/src/view/words. Do not edit.

export const actions = {
  createProject: { order: "Create project" },
  changeProject: { order: "Change project" },
  deleteProject: { order: "Delete project" },
  recoverProject: { order: "Recover project" },
  shareProject: { order: "Share project" },
  stopSharingProject: { order: "Stop sharing project" },
  transferProject: { order: "Transfer project" },
  createTransferRequest: { order: "Create transfer request" },
  acceptProject: { order: "Accept transferred project" },
  addJwks: { order: "Add JWKS URL" },
  removeJwks: { order: "Remove JWKS URL" },
  invitePerson: { order: "Invite person" },
  changeMemberRole: { order: "Change member role" },
  removeMember: { order: "Remove member" },
  setSpendingLimit: { order: "Set spending limit" },
  removeSpendingLimit: { order: "Remove spending limit" },
  createBranch: { order: "Create branch" },
  changeBranch: { order: "Change branch" },
  deleteBranch: { order: "Delete branch" },
  recoverBranch: { order: "Recover branch" },
  restoreBranch: { order: "Restore branch" },
  takeSnapshot: { order: "Take snapshot" },
  renameSnapshot: { order: "Rename snapshot" },
  deleteSnapshot: { order: "Delete snapshot" },
  restoreSnapshot: { order: "Restore snapshot" },
  finalizeRestore: { order: "Finalize restore" },
  changeSnapshotSchedule: { order: "Change snapshot schedule" },
  previewRestore: { order: "Preview restore" },
  trySql: { order: "Try SQL" },
  makeBranchDefault: { order: "Make branch the default" },
  protectBranch: { order: "Protect branch" },
  unprotectBranch: { order: "Unprotect branch" },
  expireBranch: { order: "Set expiration of branch" },
  endBranch: { order: "Branch expired" },
  createCompute: { order: "Create compute" },
  changeCompute: { order: "Change compute" },
  deleteCompute: { order: "Delete compute" },
  startCompute: { order: "Start compute" },
  suspendCompute: { order: "Suspend compute" },
  restartCompute: { order: "Restart compute" },
  createDatabase: { order: "Create database" },
  changeDatabase: { order: "Change database" },
  deleteDatabase: { order: "Delete database" },
  createRole: { order: "Create role" },
  deleteRole: { order: "Delete role" },
  resetPassword: { order: "Reset password" },
  createKey: { order: "Create API key" },
  revokeKey: { order: "Revoke key" },
  rotateKey: { order: "Rotate key" },
  cancelRotation: { order: "Cancel key rotation" },
  setUpAuth: { order: "Set up auth integration" },
  removeAuth: { order: "Remove auth integration" },
  createSdkKeys: { order: "Create SDK keys" },
  createUser: { order: "Create user" },
  deleteUser: { order: "Delete user" },
  transferAuth: { order: "Transfer auth project" },
  openTransferLink: { order: "Open transfer link" },
  addDomain: { order: "Add trusted domain" },
  removeDomains: { order: "Remove trusted domains" },
  addOauthProvider: { order: "Add OAuth provider" },
  changeOauthProvider: { order: "Change OAuth provider" },
  deleteOauthProvider: { order: "Delete OAuth provider" },
  changeEmailServer: { order: "Change email server" },
  changeSignIn: { order: "Change sign-in" },
  changeLocalhost: { order: "Change localhost access" },
  changeMagicLink: { order: "Change magic link" },
  changePhoneSignIn: { order: "Change phone sign-in" },
  changeOrganizations: { order: "Change organization settings" },
  changeWebhooks: { order: "Change webhooks" },
  changeUserRoles: { order: "Change user roles" },
  sendTestEmail: { order: "Send test email" },
  createTemporary: { order: "Create temporary database" },
  renameTemporary: { order: "Rename temporary database" },
  seedTemporary: { order: "Seed temporary database" },
  saveTemporary: { order: "Save temporary database" },
  copyTemporary: { order: "Copy temporary database" },
  claimTemporary: { order: "Claim temporary database" },
  importTemporary: { order: "Import temporary database" },
  endTemporary: { order: "Temporary database ended" },
  openClaimLink: { order: "Open claim link" },
  deleteTemporary: { order: "Delete temporary database" },
  removeFromList: { order: "Remove from list" },
  showConnection: { order: "Show connection" },
  copyConnection: { order: "Copy connection" },
  showClaimLink: { order: "Show claim link" },
  copyClaimLink: { order: "Copy claim link" },
  showDatabaseId: { order: "Show database ID" },
  copyDatabaseId: { order: "Copy database ID" },
  showPassword: { order: "Show password" },
  copyPassword: { order: "Copy password" },
  showApiKey: { order: "Show API key" },
  copyApiKey: { order: "Copy API key" },
  showServerKey: { order: "Show server key" },
  copyServerKey: { order: "Copy server key" },
  showTransferLink: { order: "Show transfer link" },
  copyTransferLink: { order: "Copy transfer link" },
  showKeys: { order: "Show keys" },
  copyKeys: { order: "Copy keys" },
  openPsql: { order: "Open psql" },
  openInTablePlus: { order: "Open in TablePlus" },
  openInDbeaver: { order: "Open in DBeaver" },
  writeEnvFile: { order: "Write env file" },
  restoreEnvFile: { order: "Restore env file" },
  addFolder: { order: "Add project folder" },
  changeFolder: { order: "Change project folder" },
  removeFolder: { order: "Remove project folder" },
  addAccount: { order: "Add account" },
  connectAccount: { order: "Connect account" },
  editAccount: { order: "Edit account" },
  lockAccount: { order: "Lock account" },
  unlockAccount: { order: "Unlock account" },
  removeAccount: { order: "Remove account" },
  replaceKey: { order: "Replace key" },
  keepSecretsInMemory: { order: "Keep secrets in memory" },
  changeSettings: { order: "Change settings" },
  readSettings: { order: "Read settings" },
  startSandbox: { order: "Start the sandbox" },
  stopSandbox: { order: "Stop the sandbox" },
  resetSandbox: { order: "Reset the sandbox" },
  moveClock: { order: "Move the sandbox’s clock" },
  purgeProject: { order: "Purge project" },
  purgeBranch: { order: "Purge branch" },
  recoverQuarantined: { order: "Recover quarantined data" },
  deleteQuarantined: { order: "Delete quarantined data" },
} as const;

export const bulkVerbs = {
  deleteProjects: { order: "Delete {}", doing: "Deleting {}", done: "{} deleted", one: "project", many: "projects" },
  recoverProjects: { order: "Recover {}", doing: "Recovering {}", done: "{} recovered", one: "project", many: "projects" },
  revokeKeys: { order: "Revoke {}", doing: "Revoking {}", done: "{} revoked", one: "key", many: "keys" },
  deleteBranches: { order: "Delete {}", doing: "Deleting {}", done: "{} deleted", one: "branch", many: "branches" },
  recoverBranches: { order: "Recover {}", doing: "Recovering {}", done: "{} recovered", one: "branch", many: "branches" },
  protectBranches: { order: "Protect {}", doing: "Protecting {}", done: "{} protected", one: "branch", many: "branches" },
  unprotectBranches: { order: "Unprotect {}", doing: "Unprotecting {}", done: "{} unprotected", one: "branch", many: "branches" },
  expireBranches: { order: "Set expiration of {}", doing: "Setting expiration of {}", done: "Expiration of {} set", one: "branch", many: "branches" },
  startComputes: { order: "Start {}", doing: "Starting {}", done: "{} started", one: "compute", many: "computes" },
  suspendComputes: { order: "Suspend {}", doing: "Suspending {}", done: "{} suspended", one: "compute", many: "computes" },
} as const;

export const jobVerbs = {
  createTemporary: "Creating temporary database",
  seed: "Seeding temporary database",
  save: "Saving temporary database",
  previewRestore: "Previewing restore",
  trySql: "Trying SQL",
  startSandbox: "Starting",
  stopSandbox: "Stopping",
  rotateKey: "Rotating key",
  deleteProjects: "Deleting",
  recoverProjects: "Recovering",
  revokeKeys: "Revoking",
  deleteBranches: "Deleting",
  recoverBranches: "Recovering",
  protectBranches: "Protecting",
  unprotectBranches: "Unprotecting",
  expireBranches: "Setting expiration of",
  startComputes: "Starting",
  suspendComputes: "Suspending",
} as const;

export const errors = {
  invalid: { word: "Not valid", hint: "Correct it, then try again." },
  offline: { word: "Can’t connect", hint: "Check the address and your network connection, then try again." },
  timeout: { word: "Timed out", hint: "Try again in a moment." },
  rateLimited: { word: "Too many requests", hint: "Wait a minute, then try again." },
  maybeCreated: { word: "Result unknown", hint: "Check whether it was done before you try again." },
  notFound: { word: "Not found", hint: "It may have been deleted. Refresh and try again." },
  platform: { word: "Request failed", hint: "Try again in a moment." },
  unauthorized: { word: "Key rejected", hint: "Replace the account’s key." },
  keyNeeded: { word: "Enter the key again", hint: "Enter the key for the new address." },
  secretLost: { word: "Created, but its secret is lost", hint: "Delete it and create it again." },
  exists: { word: "Already exists", hint: "Use the existing one, or choose another name." },
  readOnly: { word: "Account is read-only", hint: "Unlock the account, then try again." },
  sandboxStopped: { word: "The sandbox is stopped", hint: "Start the sandbox, then try again." },
  keychainAbsent: { word: "No keychain found", hint: "Start a keychain service, or keep secrets in memory until you quit." },
  keychainLocked: { word: "The keychain is locked", hint: "Unlock it, then try again." },
  keychainDenied: { word: "Keychain access denied", hint: "Allow Plinth to use the keychain, then try again." },
  secretMissing: { word: "Not in the keychain", hint: "If you have it elsewhere, enter or import it again." },
  fileChanged: { word: "The file changed", hint: "Review the change again." },
  variablePresent: { word: "Already in this file", hint: "Choose what to replace, or enter another name." },
  file: { word: "Couldn’t use the file", hint: "Check its permissions and the free disk space." },
  linkRefused: { word: "Link not opened", hint: "Check where the link comes from." },
  programMissing: { word: "Program not found", hint: "Install it, then try again." },
  database: { word: "Database error", hint: "Check the database, then try again." },
  cancelled: { word: "Stopped", hint: "Start it again if you still need it." },
  internal: { word: "Something went wrong", hint: "Try again. If it fails again, restart Plinth." },
} as const;

export const activityColumns = {
  time: "Time",
  action: "Action",
  subject: "Subject",
  place: "Where",
  outcome: "State",
  detail: "Detail",
  requestId: "Request ID",
  projectId: "Project ID",
  operationIds: "Operations",
  accountId: "Account ID",
  temporaryId: "Temporary database ID",
  curl: "curl",
} as const;

export const outcomes = {
  done: "Done",
  failed: "Failed",
  unclear: "Unclear",
  cancelled: "Stopped",
} as const;

export const temporaryStates = {
  creating: "Creating",
  unclaimed: "Unclaimed",
  claiming: "Claiming",
  claimed: "Claimed",
  expired: "Expired",
  gone: "Gone",
  unclear: "May exist",
  failed: "Not created",
  unknown: "Unknown",
} as const;

export const issueLevels = {
  error: "Error",
  warning: "Warning",
  info: "Suggestion",
  other: "Other",
} as const;

export const expiryWarnings = {
  day: "Expires soon",
  fourHours: "Expires soon",
  halfHour: "Expiring",
} as const;

export const folderStates = {
  absent: { word: "No database", next: "Set up a database for the folder." },
  filled: { word: "Has a database", next: "Nothing to do." },
  foreign: { word: "Set elsewhere", next: "Plinth didn’t write this value and won’t change it." },
  expiring: { word: "Expires soon", next: "Claim the database to keep it, or replace it once it has expired." },
  expired: { word: "Expired", next: "Replace it: a new database gets the same seed." },
  claimed: { word: "Claimed", next: "Nothing to do: the database is in your account." },
  unfinished: { word: "Not written", next: "Continue: the database exists and has to be written to the env file." },
  unseeded: { word: "Not seeded", next: "Correct the SQL file, then continue: it runs on the same database." },
  unclear: { word: "May exist", next: "Replace it to create another database. The first one expires by itself." },
  envUnusable: { word: "Env file not usable", next: "Correct the env file, or choose another one." },
  gone: { word: "Folder not found", next: "Put the folder back, or remove it from the list." },
} as const;

export const folderSteps = {
  nothing: "Nothing to do",
  create: "Create database",
  replace: "Replace database",
  write: "Write env file",
  seed: "Run SQL file",
} as const;

export const gitStates = {
  tracked: { warning: "Git tracks this file, so the next commit would include the password. Untrack the file first." },
  untracked: { warning: "Git doesn’t ignore this file, so the password could be committed. Add it to .gitignore." },
} as const;

export const memberRoles = {
  admin: "Admin",
  member: "Member",
  editor: "Editor",
  viewer: "Viewer",
  collaborator: "Collaborator",
} as const;

export const branchStates = {
  init: "Creating",
  ready: "Ready",
  updating: "Updating",
  resetting: "Resetting",
  archiving: "Archiving",
  archived: "Archived",
  storage_deleted: "Deleting",
  deleted: "Deleted",
} as const;

export const computeStates = {
  init: "Starting",
  active: "Active",
  suspending: "Suspending",
  idle: "Suspended",
  disabled: "Disabled",
} as const;

export const operationStates = {
  scheduling: "Scheduling",
  running: "In progress",
  cancelling: "Canceling",
  finished: "Done",
  skipped: "Skipped",
  cancelled: "Canceled",
  failed: "Failed",
  error: "Failed",
  vanished: "No longer available",
} as const;

export const accountStates = {
  ready: "Ready",
  unavailable: "Unavailable",
  unauthorized: "Key rejected",
  keyMissing: "No key",
} as const;

export const keyKinds = {
  personal: "Personal key",
  organization: "Organization key",
  project: "Project key",
} as const;

export const keychainStates = {
  checking: "Checking the keychain",
  ready: "Keychain ready",
  absent: "No keychain found",
  locked: "The keychain is locked",
  denied: "Keychain access denied",
  failed: "The keychain isn’t responding",
} as const;

export const rotationSteps = {
  create: { word: "Create new key", detail: "The platform creates a key beside the current one." },
  verify: { word: "Test new key", detail: "Plinth signs in to the platform with the new key." },
  swap: { word: "Switch to new key", detail: "The new key is saved to the keychain, and the account uses it." },
  revoke: { word: "Revoke old key", detail: "Last, so that the account always has a working key." },
  done: { word: "Done", detail: "The account uses the new key, and the old one is revoked." },
  undone: { word: "Canceled", detail: "The account keeps the old key, and the new one is revoked." },
} as const;

export const bulkStates = {
  running: "Running",
  paused: "Paused",
  done: "Completed",
  stopped: "Stopped",
} as const;

export const bulkItemStates = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  skipped: "Skipped",
} as const;

export const smtpSteps = {
  connect: "Connection",
  greet: "Greeting",
  tls: "Encryption (TLS)",
  login: "Login",
} as const;

export const smtpStepStates = {
  passed: "Passed",
  warned: "Warning",
  failed: "Failed",
  skipped: "Not tested",
} as const;

export const contactReasons = {
  managementApi: { word: "Management API", detail: "Requests of an account, with its key." },
  instantService: { word: "Instant service", detail: "Requests for temporary databases." },
  connectionTest: { word: "Connection test", detail: "Connection tests, on a click or after a compute changes." },
  authUsers: { word: "Auth users", detail: "The table of users that an auth integration keeps in a database." },
  sqlFile: { word: "SQL file", detail: "An SQL file that you ran on a database." },
  sql: { word: "SQL", detail: "Statements that you ran, and the tables of a database that you looked at." },
  databaseCopy: { word: "Save or copy", detail: "A temporary database that you saved to a file, or copied into a project." },
  restorePreview: { word: "Restore preview", detail: "The rows of a branch that were counted before a restore, when you asked for that." },
  mailServerTest: { word: "Mail server test", detail: "Tests of a mail server from this machine." },
  sandboxMail: { word: "Sandbox mail", detail: "A test message that the sandbox sent." },
  otherProgram: { word: "Other program", detail: "A connection that was handed to psql or another program. What it contacts besides is not counted." },
  browser: { word: "Browser", detail: "A page that was opened in the browser. What the browser loads is not counted." },
  updates: { word: "Updates", detail: "Checks for new versions, and downloads." },
  proxy: { word: "System proxy", detail: "Connections that go through the proxy of this system." },
} as const;

export const diagnosticsSections = {
  versions: "Versions",
  settings: "Settings",
  counts: "Counts",
  sandbox: "Sandbox",
  failures: "Failures",
  network: "Network",
  log: "Log",
} as const;

export const sandboxStates = {
  stopped: "Stopped",
  starting: "Starting",
  running: "Running",
  stopping: "Stopping",
  failed: "Failed",
} as const;

export const serverStates = {
  asleep: "Suspended",
  starting: "Starting",
  awake: "Active",
  stopping: "Suspending",
  failed: "Failed",
} as const;

export const faultKinds = {
  rateLimited: { word: "Too many requests", detail: "429 with Retry-After" },
  serverError: { word: "Server error", detail: "500" },
  unavailable: { word: "Unavailable", detail: "503" },
  slow: { word: "Slow response", detail: "Delayed by 5 seconds" },
  cut: { word: "Truncated response", detail: "Cut off halfway, after the change was made" },
  garbage: { word: "Invalid response", detail: "Not JSON" },
} as const;

export const faultTargets = {
  any: { word: "Any request", detail: "Background reads included" },
  read: { word: "Reads", detail: "GET" },
  create: { word: "Creates and actions", detail: "POST" },
  update: { word: "Updates", detail: "PATCH" },
  delete: { word: "Deletes", detail: "DELETE" },
} as const;

export const databaseApps = {
  tablePlus: "TablePlus",
  dbeaver: "DBeaver",
} as const;

export const destructions = {
  removeAccount: { word: "Remove account", means: "Projects, branches and data stay there, and the key stays valid until you revoke it there." },
  deleteProject: { word: "Delete project", means: "Open connections are closed." },
  deleteDatabase: { word: "Delete database", means: "Deletes all its tables and data and closes its connections. Other branches keep theirs. You can only get it back by restoring the whole branch to an earlier point in its restore window." },
  deleteSnapshot: { word: "Delete snapshot", means: "Its data is lost. A snapshot can’t be recovered. Branches restored from it stay." },
  deleteUser: { word: "Delete user", means: "The user can no longer sign in, and the user’s row is deleted from the table of users. This can’t be undone." },
  removeAuth: { word: "Remove auth and users", means: "Users can no longer sign in. The SDK keys, OAuth providers, email server and trusted domains are deleted. Enabling auth again creates a new project at the auth provider." },
  revokeKey: { word: "Revoke key", means: "Requests with this key are refused right away. This can’t be undone: a revoked key can only be replaced by a new one." },
  deleteTemporary: { word: "Delete", means: "The database is deleted now with all its data. This can’t be undone." },
  forgetTemporary: { word: "Remove from list", means: "Its connection string and claim link are deleted from the keychain and can’t be recovered." },
  resetSandbox: { word: "Reset and delete all data", means: "Connection strings in your env files stop working. This can’t be undone." },
  purgeSandbox: { word: "Purge", means: "A purge deletes all data permanently. You can’t recover it after that." },
  deleteQuarantined: { word: "Delete permanently", means: "This can’t be undone." },
  moveClock: { word: "Move and delete", means: "You can’t move the clock back." },
} as const;
