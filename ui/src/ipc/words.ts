// Written by `cargo xtask codegen` from crates/app/src/view/words. Do not edit.

export const actions = {
  createProject: { order: "Create project", doing: "Creating project", done: "Project created" },
  changeProject: { order: "Change project", doing: "Changing project", done: "Project changed" },
  deleteProject: { order: "Delete project", doing: "Deleting project", done: "Project deleted" },
  recoverProject: { order: "Recover project", doing: "Recovering project", done: "Project recovered" },
  shareProject: { order: "Share project", doing: "Sharing project", done: "Project shared" },
  stopSharingProject: { order: "Stop sharing project", doing: "Stopping the sharing of project", done: "Project no longer shared" },
  createBranch: { order: "Create branch", doing: "Creating branch", done: "Branch created" },
  changeBranch: { order: "Change branch", doing: "Changing branch", done: "Branch changed" },
  deleteBranch: { order: "Delete branch", doing: "Deleting branch", done: "Branch deleted" },
  recoverBranch: { order: "Recover branch", doing: "Recovering branch", done: "Branch recovered" },
  restoreBranch: { order: "Restore branch", doing: "Restoring branch", done: "Branch restored" },
  makeBranchDefault: { order: "Make branch the default", doing: "Making branch the default", done: "Branch made the default" },
  protectBranch: { order: "Protect branch", doing: "Protecting branch", done: "Branch protected" },
  unprotectBranch: { order: "Unprotect branch", doing: "Unprotecting branch", done: "Branch unprotected" },
  expireBranch: { order: "Set expiration of branch", doing: "Setting expiration of branch", done: "Expiration of branch set" },
  createCompute: { order: "Create compute", doing: "Creating compute", done: "Compute created" },
  changeCompute: { order: "Change compute", doing: "Changing compute", done: "Compute changed" },
  deleteCompute: { order: "Delete compute", doing: "Deleting compute", done: "Compute deleted" },
  startCompute: { order: "Start compute", doing: "Starting compute", done: "Compute started" },
  suspendCompute: { order: "Suspend compute", doing: "Suspending compute", done: "Compute suspended" },
  restartCompute: { order: "Restart compute", doing: "Restarting compute", done: "Compute restarted" },
  createDatabase: { order: "Create database", doing: "Creating database", done: "Database created" },
  changeDatabase: { order: "Change database", doing: "Changing database", done: "Database changed" },
  deleteDatabase: { order: "Delete database", doing: "Deleting database", done: "Database deleted" },
  createRole: { order: "Create role", doing: "Creating role", done: "Role created" },
  deleteRole: { order: "Delete role", doing: "Deleting role", done: "Role deleted" },
  resetPassword: { order: "Reset password", doing: "Resetting password", done: "Password reset" },
  createKey: { order: "Create API key", doing: "Creating API key", done: "API key created" },
  revokeKey: { order: "Revoke key", doing: "Revoking key", done: "Key revoked" },
  rotateKey: { order: "Rotate key", doing: "Rotating key", done: "Key rotated" },
  cancelRotation: { order: "Cancel key rotation", doing: "Cancelling key rotation", done: "Key rotation cancelled" },
  setUpAuth: { order: "Set up auth integration", doing: "Setting up auth integration", done: "Auth integration set up" },
  removeAuth: { order: "Remove auth integration", doing: "Removing auth integration", done: "Auth integration removed" },
  createSdkKeys: { order: "Create SDK keys", doing: "Creating SDK keys", done: "SDK keys created" },
  createUser: { order: "Create user", doing: "Creating user", done: "User created" },
  transferAuth: { order: "Transfer auth project", doing: "Transferring auth project", done: "Auth project transferred" },
  openTransferLink: { order: "Open transfer link", doing: "Opening transfer link", done: "Transfer link opened" },
  addDomain: { order: "Add trusted domain", doing: "Adding trusted domain", done: "Trusted domain added" },
  removeDomains: { order: "Remove trusted domains", doing: "Removing trusted domains", done: "Trusted domains removed" },
  addOauthProvider: { order: "Add OAuth provider", doing: "Adding OAuth provider", done: "OAuth provider added" },
  changeOauthProvider: { order: "Change OAuth provider", doing: "Changing OAuth provider", done: "OAuth provider changed" },
  deleteOauthProvider: { order: "Delete OAuth provider", doing: "Deleting OAuth provider", done: "OAuth provider deleted" },
  changeEmailServer: { order: "Change email server", doing: "Changing email server", done: "Email server changed" },
  sendTestEmail: { order: "Send test email", doing: "Sending test email", done: "Test email sent" },
  createTemporary: { order: "Create temporary database", doing: "Creating temporary database", done: "Temporary database created" },
  renameTemporary: { order: "Rename temporary database", doing: "Renaming temporary database", done: "Temporary database renamed" },
  seedTemporary: { order: "Seed temporary database", doing: "Seeding temporary database", done: "Temporary database seeded" },
  claimTemporary: { order: "Claim temporary database", doing: "Claiming temporary database", done: "Temporary database claimed" },
  importTemporary: { order: "Import temporary database", doing: "Importing temporary database", done: "Temporary database imported" },
  endTemporary: { order: "Temporary database ended", doing: "Temporary database ends", done: "Temporary database ended" },
  openClaimLink: { order: "Open claim link", doing: "Opening claim link", done: "Claim link opened" },
  removeFromList: { order: "Remove from list", doing: "Removing from list", done: "Removed from list" },
  showConnection: { order: "Show connection", doing: "Showing connection", done: "Connection shown" },
  copyConnection: { order: "Copy connection", doing: "Copying connection", done: "Connection copied" },
  showClaimLink: { order: "Show claim link", doing: "Showing claim link", done: "Claim link shown" },
  copyClaimLink: { order: "Copy claim link", doing: "Copying claim link", done: "Claim link copied" },
  showDatabaseId: { order: "Show database ID", doing: "Showing database ID", done: "Database ID shown" },
  copyDatabaseId: { order: "Copy database ID", doing: "Copying database ID", done: "Database ID copied" },
  showPassword: { order: "Show password", doing: "Showing password", done: "Password shown" },
  copyPassword: { order: "Copy password", doing: "Copying password", done: "Password copied" },
  showApiKey: { order: "Show API key", doing: "Showing API key", done: "API key shown" },
  copyApiKey: { order: "Copy API key", doing: "Copying API key", done: "API key copied" },
  showServerKey: { order: "Show server key", doing: "Showing server key", done: "Server key shown" },
  copyServerKey: { order: "Copy server key", doing: "Copying server key", done: "Server key copied" },
  showTransferLink: { order: "Show transfer link", doing: "Showing transfer link", done: "Transfer link shown" },
  copyTransferLink: { order: "Copy transfer link", doing: "Copying transfer link", done: "Transfer link copied" },
  showKeys: { order: "Show keys", doing: "Showing keys", done: "Keys shown" },
  copyKeys: { order: "Copy keys", doing: "Copying keys", done: "Keys copied" },
  openPsql: { order: "Open psql", doing: "Opening psql", done: "psql opened" },
  openInTablePlus: { order: "Open in TablePlus", doing: "Opening in TablePlus", done: "Opened in TablePlus" },
  openInDbeaver: { order: "Open in DBeaver", doing: "Opening in DBeaver", done: "Opened in DBeaver" },
  writeEnvFile: { order: "Write env file", doing: "Writing env file", done: "Env file written" },
  restoreEnvFile: { order: "Restore env file", doing: "Restoring env file", done: "Env file restored" },
  addAccount: { order: "Add account", doing: "Adding account", done: "Account added" },
  connectAccount: { order: "Connect account", doing: "Connecting account", done: "Account connected" },
  editAccount: { order: "Edit account", doing: "Editing account", done: "Account edited" },
  lockAccount: { order: "Lock account", doing: "Locking account", done: "Account locked" },
  unlockAccount: { order: "Unlock account", doing: "Unlocking account", done: "Account unlocked" },
  removeAccount: { order: "Remove account", doing: "Removing account", done: "Account removed" },
  replaceKey: { order: "Replace key", doing: "Replacing key", done: "Key replaced" },
  keepSecretsInMemory: { order: "Keep secrets in memory", doing: "Keeping secrets in memory", done: "Secrets kept in memory" },
  changeSettings: { order: "Change settings", doing: "Changing settings", done: "Settings changed" },
  readSettings: { order: "Read settings", doing: "Reading settings", done: "Settings read" },
  startSandbox: { order: "Start the sandbox", doing: "Starting the sandbox", done: "The sandbox started" },
  stopSandbox: { order: "Stop the sandbox", doing: "Stopping the sandbox", done: "The sandbox stopped" },
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
  startSandbox: "Starting the sandbox",
  stopSandbox: "Stopping the sandbox",
  rotateKey: "Rotating key",
  deleteProjects: "Deleting projects",
  recoverProjects: "Recovering projects",
  revokeKeys: "Revoking keys",
  deleteBranches: "Deleting branches",
  recoverBranches: "Recovering branches",
  protectBranches: "Protecting branches",
  unprotectBranches: "Unprotecting branches",
  expireBranches: "Setting expiration of branches",
  startComputes: "Starting computes",
  suspendComputes: "Suspending computes",
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

export const expiryWarnings = {
  day: "Expires soon",
  fourHours: "Expires soon",
  halfHour: "Last minutes",
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
  cancelling: "Cancelling",
  finished: "OK",
  skipped: "Skipped",
  cancelled: "Cancelled",
  failed: "Error",
  error: "Error",
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
  undone: { word: "Cancelled", detail: "The account keeps the old key, and the new one is revoked." },
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
  connect: "Connect",
  greet: "Greeting",
  tls: "Encryption (TLS)",
  login: "Log in",
} as const;

export const smtpStepStates = {
  passed: "Passed",
  warned: "Warning",
  failed: "Failed",
  skipped: "Not tested",
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

export const databaseApps = {
  tablePlus: "TablePlus",
  dbeaver: "DBeaver",
} as const;
