import type {
  AccountView,
  ActivityView,
  AppView,
  AuthIntegrationView,
  BranchView,
  BudgetView,
  CachedProjectsView,
  ComputeView,
  ConnectView,
  DatabaseView,
  EmailAndPasswordView,
  EmailServerView,
  EnvPreviewView,
  ErrorView,
  FolderPlanView,
  FolderSettings,
  FolderView,
  InstantServiceView,
  KeychainView,
  KeyRowView,
  KeyView,
  MemberView,
  OperationView,
  ProjectDetailsView,
  ProjectView,
  RoleView,
  RotationView,
  SandboxOptions,
  SandboxView,
  SettingsView,
  SignInView,
  SnapshotView,
  TemporaryOptions,
  TemporaryView,
  TrackedOperationView,
  UpdatesView,
  WebhooksView,
} from "@/ipc/generated";

/** Views as the backend sends them; each test changes what it is about. */

const HOUR = 3_600_000;

/** So many hours from now, as the backend writes an instant. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

/** Why something was refused. */
export function failure(changes: Partial<ErrorView> = {}): ErrorView {
  return { code: "internal", message: "Refused", hint: null, requestId: null, about: null, ...changes };
}

export function database(changes: Partial<DatabaseView> = {}): DatabaseView {
  return { name: "svcdb", owner: "svcdb_owner", createdAt: null, updatedAt: null, ...changes };
}

export function member(changes: Partial<MemberView> = {}): MemberView {
  return {
    id: "member-1",
    userId: "user-1",
    email: "ada@example.com",
    role: "member",
    joinedAt: inHours(-48),
    hasSecondFactor: false,
    ...changes,
  };
}

export function role(changes: Partial<RoleView> = {}): RoleView {
  return {
    name: "svcdb_owner",
    isProtected: false,
    authenticationMethod: "password",
    createdAt: null,
    updatedAt: null,
    ...changes,
  };
}

export function row(changes: Partial<TemporaryView> = {}): TemporaryView {
  return {
    id: "row-1",
    name: "quiet-harbour",
    serviceKind: "thisMachine",
    serviceLabel: "This machine",
    accountId: "sandbox",
    state: "unclaimed",
    createdAt: inHours(-0.05),
    updatedAt: inHours(-0.05),
    expiresAt: inHours(71.95),
    clockOffsetMs: 0,
    reference: "plinth",
    logicalReplication: false,
    projectId: "project-1",
    endpoint: { host: "localhost", port: 54301, database: "svcdb", role: "svcdb_owner" },
    beforeClaim: false,
    secretsMissing: null,
    env: null,
    seed: null,
    saved: null,
    storageLimitBytes: 100_000_000,
    transferLimitBytes: 1_000_000_000,
    checkedAt: inHours(-0.01),
    checkError: null,
    canDelete: true,
    watchingClaim: false,
    ...changes,
  };
}

export function options(changes: Partial<TemporaryOptions> = {}): TemporaryOptions {
  return {
    place: null,
    reference: "plinth",
    logicalReplication: false,
    envPath: null,
    envKey: "DATABASE_URL",
    envPrefix: "PUBLIC_",
    seedPath: null,
    ...changes,
  };
}

export function sandboxOptions(changes: Partial<SandboxOptions> = {}): SandboxOptions {
  return {
    database: "svcdb",
    role: "svcdb_owner",
    authProvider: "provider_one",
    authSchema: "svc_auth",
    region: "us-east-2",
    computeByDefault: true,
    requestsPerMinute: 700,
    operationPaceMs: 0,
    branchesLimit: null,
    ...changes,
  };
}

export const liveOptions = sandboxOptions({
  database: "neondb",
  role: "neondb_owner",
  authProvider: "stack",
  authSchema: "neon_auth",
  region: "aws-us-east-1",
  computeByDefault: false,
  operationPaceMs: 1000,
  branchesLimit: 10,
});

export function settings(changes: Partial<SettingsView> = {}): SettingsView {
  return {
    appearance: "system",
    notifications: true,
    operationNotifications: true,
    startSandbox: true,
    sandboxIdleMinutes: 5,
    sandboxOldPostgres: false,
    sandboxMaxUnclaimed: 50,
    sandboxMaxDiskGb: null,
    sandboxPurgeDeletedWhenFull: false,
    sandboxOptions: sandboxOptions(),
    background: "off",
    startAtLogin: false,
    checkForUpdates: false,
    explainQuit: true,
    unusedKeyDays: 90,
    singleKeyShortcuts: true,
    lastEnvPath: null,
    temporary: options(),
    density: "comfortable",
    clipboardSeconds: 45,
    newProject: {
      regionId: null,
      pgVersion: null,
      compute: { minCu: null, maxCu: null, suspendTimeoutSeconds: null },
    },
    ...changes,
  };
}

export function updates(changes: Partial<UpdatesView> = {}): UpdatesView {
  return {
    version: "0.1.0",
    by: "plinth",
    host: "updates.example",
    checkedAt: null,
    release: null,
    download: null,
    installed: null,
    ...changes,
  };
}

export function info(changes: Partial<AppView> = {}): AppView {
  return {
    version: "0.1.0",
    dataDir: "/data",
    renderer: "hardware",
    firstRun: false,
    psql: true,
    ...changes,
  };
}

export function keychain(changes: Partial<KeychainView> = {}): KeychainView {
  return { kind: "keychain", status: "ready", message: null, hint: null, ...changes };
}

export function services(): InstantServiceView[] {
  return [
    {
      choice: { kind: "account", accountId: "sandbox" },
      kind: "thisMachine",
      label: "This machine",
      host: "127.0.0.1:46101",
      available: true,
      note: null,
    },
    {
      choice: { kind: "neon" },
      kind: "neon",
      label: "neon.new",
      host: "neon.new",
      available: true,
      note: null,
    },
  ];
}

export function sandbox(changes: Partial<SandboxView> = {}): SandboxView {
  return {
    status: "running",
    error: null,
    dataDir: "/data/sandbox",
    usual: sandboxOptions(),
    live: liveOptions,
    regions: ["us-east-2", "eu-central-1", "aws-us-east-1"],
    recorded: [
      { field: "maintenance_window", instead: "there is no maintenance" },
      { field: "quota", instead: "usage is counted, but nothing is stopped" },
    ],
    running: {
      instantUrl: "http://127.0.0.1:46101",
      baseUrl: "http://127.0.0.1:46101/api/v2",
      caFile: "/data/sandbox/ca.crt",
      postgresVersion: "17.11",
      postgresOutdated: false,
      postgresSource: "bundled",
      postgresFolder: "/opt/postgres",
      serversFolder: null,
      now: inHours(0),
      clockOffsetMs: 0,
      disk: {
        usedBytes: 84_000_000,
        maxBytes: 20_000_000_000,
        clones: false,
        parts: [{ kind: "projects", bytes: 84_000_000, count: 3, until: null }],
        histories: [],
      },
      servers: [],
      maxRunning: 24,
      faults: [],
      restartNeeded: false,
    },
    ...changes,
  };
}

export function connect(changes: Partial<ConnectView> = {}): ConnectView {
  return {
    forms: [
      {
        id: "pooled",
        group: "string",
        label: "Pooled",
        masked: "postgresql://svcdb_owner:••••••••@localhost:54301/svcdb?sslmode=require",
        note: null,
      },
      {
        id: "direct",
        group: "string",
        label: "Direct",
        masked: "postgresql://svcdb_owner:••••••••@localhost:54301/svcdb?sslmode=require",
        note: null,
      },
    ],
    pooledEqualsDirect: true,
    pooledNote: "One address, so both are the same.",
    caFile: "/data/sandbox/ca.crt",
    namedCaFile: null,
    beforeClaim: false,
    note: null,
    ...changes,
  };
}

export function preview(changes: Partial<EnvPreviewView> = {}): EnvPreviewView {
  return {
    id: "preview-1",
    path: "/code/app/.env",
    viaLink: null,
    creates: false,
    lines: [
      { kind: "context", old: 1, new: 1, text: "PORT=••••" },
      { kind: "added", old: null, new: 2, text: "DATABASE_URL=postgresql://svcdb_owner:••••••••@localhost" },
    ],
    present: [],
    writable: true,
    git: "ignored",
    warnings: [],
    ...changes,
  };
}

export function folderSettings(changes: Partial<FolderSettings> = {}): FolderSettings {
  return {
    envFile: ".env",
    variable: "DATABASE_URL",
    publicPrefix: "VITE_",
    referrer: "plinth",
    seed: null,
    source: { kind: "temporary", service: null },
    writeWithoutAsking: false,
    ...changes,
  };
}

export function folder(changes: Partial<FolderView> = {}): FolderView {
  return {
    id: "folder-1",
    path: "/code/shop",
    name: "shop",
    addedAt: inHours(-1),
    settings: folderSettings(),
    sourceLabel: "This machine",
    state: "absent",
    problem: null,
    envPath: "/code/shop/.env",
    line: null,
    setIn: null,
    temporaryId: null,
    database: null,
    expiresAt: null,
    clockOffsetMs: 0,
    seed: null,
    busy: false,
    ...changes,
  };
}

export function folderPlan(changes: Partial<FolderPlanView> = {}): FolderPlanView {
  return {
    id: "plan-1",
    folderId: "folder-1",
    step: "create",
    env: preview({ path: "/code/shop/.env" }),
    seed: null,
    ...changes,
  };
}

export function account(changes: Partial<AccountView> = {}): AccountView {
  return {
    id: "sandbox",
    name: "Sandbox",
    platform: "sandbox",
    state: "ready",
    problem: null,
    host: "127.0.0.1:46101",
    baseUrl: "http://127.0.0.1:46101/api/v2",
    instantUrl: "http://127.0.0.1:46101",
    isCurrent: true,
    colour: "verdigris",
    isProduction: false,
    isReadOnly: false,
    isOwn: false,
    keyKind: "personal",
    owner: null,
    organizationId: null,
    projectId: null,
    ca: null,
    profile: {
      authProvider: "provider_one",
      database: "svcdb",
      role: "svcdb_owner",
      usersSchema: "svc_auth",
      authByBranch: false,
      authNote: null,
      oauthProviders: ["google", "github", "microsoft"],
      regions: ["us-east-2", "eu-central-1"],
      defaultRegion: "us-east-2",
      needsOrganization: false,
    },
    addedAt: inHours(-24),
    ...changes,
  };
}

export function budget(changes: Partial<BudgetView> = {}): BudgetView {
  return {
    lastMinute: 12,
    perMinute: 700,
    backgroundLastMinute: 3,
    backgroundPerMinute: 560,
    waiting: 0,
    ...changes,
  };
}

/** A list as it was kept, whole if nothing else is said. */
export function kept(
  items: ProjectView[],
  hours = 0,
  changes: Partial<CachedProjectsView> = {},
): CachedProjectsView {
  return { items, total: items.length, asOf: inHours(hours), next: null, ...changes };
}

export function project(changes: Partial<ProjectView> = {}): ProjectView {
  return {
    id: "shop-prod-12345678",
    name: "shop-prod",
    regionId: "eu-central-1",
    pgVersion: 17,
    isLocked: false,
    proxyHost: "localhost",
    computeSize: { minCu: 0.5, maxCu: 3, suspendTimeoutSeconds: 0 },
    blocksPublic: false,
    blocksVpc: false,
    hipaa: false,
    logicalReplication: false,
    storesPasswords: true,
    historyRetentionSeconds: 86_400,
    branchSizeLimitBytes: 10_000_000_000,
    organizationId: null,
    organization: null,
    permission: null,
    createdAt: inHours(-48),
    updatedAt: inHours(-1),
    lastActiveAt: inHours(-1),
    deletedAt: null,
    recoverableUntil: null,
    usage: {
      activeTimeSeconds: 3600,
      computeTimeSeconds: 1800,
      writtenDataBytes: 1_000_000,
      dataTransferBytes: 500_000,
      storageBytes: 64_000_000,
      periodStart: inHours(-240),
      periodEnd: inHours(480),
    },
    details: projectDetails(),
    ...changes,
  };
}

/** What the record of one project says besides. */
export function projectDetails(changes: Partial<ProjectDetailsView> = {}): ProjectDetailsView {
  return {
    platformId: "aws",
    provisioner: "k8s-neonvm",
    creationSource: "console",
    ownerId: "org-1",
    ownerName: "Ada",
    ownerEmail: null,
    ownerPlan: "launch",
    ownerBranchesLimit: 10,
    cpuUsedSeconds: 900,
    storageByteHours: 1_000_000_000,
    quotaResetAt: null,
    maintenanceStartsAt: null,
    maintenanceScheduledFor: null,
    maintenanceWindow: { weekdays: [1, 7], start: "02:00", end: "03:00" },
    hipaaEnabledAt: null,
    allowedIps: [],
    allowedIpsProtectedOnly: false,
    auditLogLevel: null,
    quota: {
      activeTimeSeconds: null,
      computeTimeSeconds: null,
      writtenDataBytes: null,
      dataTransferBytes: null,
      logicalSizeBytes: null,
    },
    preloadLibraries: [],
    pgSettings: {},
    poolerSettings: {},
    ...changes,
  };
}

export function branch(changes: Partial<BranchView> = {}): BranchView {
  return {
    id: "br-main-1",
    name: "main",
    parentId: null,
    parentLsn: null,
    parentTimestamp: null,
    state: "ready",
    pendingState: null,
    stateChangedAt: null,
    creationSource: "console",
    initSource: null,
    restoreStatus: null,
    restoredFrom: null,
    restoredAs: null,
    cpuUsedSeconds: 900,
    ttlSeconds: null,
    deletionMethod: null,
    isDefault: false,
    isProtected: false,
    isSchemaOnly: false,
    logicalSize: 31_000_000,
    activeTimeSeconds: 3600,
    computeTimeSeconds: 1800,
    writtenDataBytes: 1_000_000,
    dataTransferBytes: 500_000,
    createdAt: inHours(-48),
    updatedAt: inHours(-1),
    expiresAt: null,
    lastResetAt: null,
    createdBy: null,
    restrictions: [],
    deletedAt: null,
    recoverableUntil: null,
    restoreWindow: null,
    ...changes,
  };
}

export function snapshot(changes: Partial<SnapshotView> = {}): SnapshotView {
  return {
    id: "snap-main-1",
    name: "Before the migration",
    sourceBranchId: "br-main-1",
    lsn: "0/1A2B3C8",
    timestamp: inHours(-2),
    isScheduled: false,
    createdAt: inHours(-2),
    expiresAt: inHours(166),
    fullSize: 31_000_000,
    diffSize: null,
    ...changes,
  };
}

export function compute(changes: Partial<ComputeView> = {}): ComputeView {
  return {
    id: "ep-quiet-1",
    branchId: "br-main-1",
    name: null,
    isWritable: true,
    state: "active",
    pendingState: null,
    host: "ep-quiet-1.localhost",
    poolerHost: "ep-quiet-1-pooler.localhost",
    regionId: "eu-central-1",
    size: { minCu: 0.5, maxCu: 3, suspendTimeoutSeconds: 0 },
    isDisabled: false,
    lastActive: inHours(-0.1),
    startedAt: inHours(-1),
    suspendedAt: null,
    createdAt: inHours(-48),
    updatedAt: inHours(-1),
    details: {
      readOnlyHost: null,
      readOnlyPoolerHost: null,
      proxyHost: "localhost",
      poolerEnabled: true,
      poolerMode: "transaction",
      passwordlessAccess: true,
      creationSource: "console",
      provisioner: "k8s-neonvm",
      releaseVersion: null,
      pgSettings: {},
      poolerSettings: {},
      preloadLibraries: [],
      servers: [],
    },
    ...changes,
  };
}

export function operation(changes: Partial<OperationView> = {}): OperationView {
  return {
    id: "op-1",
    projectId: "shop-prod-12345678",
    branchId: "br-main-1",
    computeId: null,
    action: "create_branch",
    actionWord: "Create branch",
    status: "running",
    statusWord: "In progress",
    isOver: false,
    error: null,
    failures: 0,
    retryAt: null,
    createdAt: inHours(-0.01),
    updatedAt: inHours(-0.01),
    durationMs: null,
    ...changes,
  };
}

export function tracked(
  changes: Partial<OperationView> = {},
  around: Partial<TrackedOperationView> = {},
): TrackedOperationView {
  return {
    accountId: "sandbox",
    accountName: "Sandbox",
    projectName: "shop-prod",
    branchName: "main",
    operation: operation(changes),
    clicked: { action: "Create branch", target: "import" },
    since: inHours(-0.01),
    endedAt: null,
    ...around,
  };
}

/** Something that was done here. */
export function activity(changes: Partial<ActivityView> = {}): ActivityView {
  return {
    id: "1",
    at: inHours(-1),
    action: "Create temporary database",
    subject: "quiet-harbour",
    place: "This machine",
    outcome: "done",
    detail: null,
    requestId: null,
    temporaryId: null,
    accountId: null,
    projectId: null,
    operationIds: [],
    curl: null,
    ...changes,
  };
}

/** One that failed twice, of another account. */
export function failedStart(changes: Partial<OperationView> = {}): TrackedOperationView {
  return tracked(
    {
      id: "op-fail",
      action: "start_compute",
      actionWord: "Start compute",
      status: "failed",
      statusWord: "Failed",
      failures: 2,
      computeId: "ep-1",
      error: "no room left",
      ...changes,
    },
    { accountId: "work", accountName: "Work", projectName: "billing", clicked: null },
  );
}

/** Mail goes through the platform's server. */
export function sharedEmail(): EmailServerView {
  return { kind: "shared", host: null, port: null, username: null, senderEmail: null, senderName: null };
}

export function integration(changes: Partial<AuthIntegrationView> = {}): AuthIntegrationView {
  return {
    provider: "provider_one",
    providerProjectId: "auth-project-1",
    branchId: "br-main-1",
    database: "svcdb",
    createdAt: inHours(-3),
    ownedBy: "neon",
    transferStatus: null,
    jwksUrl: "https://auth.example.com/projects/auth-project-1/jwks.json",
    baseUrl: null,
    ...changes,
  };
}

/** Anybody may sign up. */
export function emailAndPassword(changes: Partial<EmailAndPasswordView> = {}): EmailAndPasswordView {
  return {
    enabled: true,
    verificationMethod: "otp",
    requireVerification: false,
    autoSignIn: true,
    mailOnSignUp: false,
    mailOnSignIn: false,
    disableSignUp: false,
    ...changes,
  };
}

/** People sign in with email and password, and in no other way. */
export function signIn(
  changes: Partial<EmailAndPasswordView> = {},
  more: Partial<SignInView> = {},
): SignInView {
  return {
    withPassword: emailAndPassword(changes),
    magicLink: { enabled: false, expiresIn: 5, disableSignUp: false },
    phoneNumber: { enabled: false, expiresIn: 300 },
    organizations: {
      enabled: true,
      organizationLimit: 10,
      membershipLimit: 100,
      creatorRole: "owner",
      mailInvitations: false,
    },
    allowsLocalhost: true,
    ...more,
  };
}

/** Nobody has set any up. */
export function webhooks(changes: Partial<WebhooksView> = {}): WebhooksView {
  return { enabled: false, url: null, events: [], timeout: 5, ...changes };
}

/** Mail goes through a server of one's own. */
export function ownEmail(changes: Partial<EmailServerView> = {}): EmailServerView {
  return {
    kind: "standard",
    host: "smtp.example.com",
    port: 587,
    username: "postman",
    senderEmail: "shop@example.com",
    senderName: "The shop",
    ...changes,
  };
}

export function keyRow(changes: Partial<KeyView> = {}, around: Partial<KeyRowView> = {}): KeyRowView {
  return {
    key: {
      id: "12",
      name: "build server",
      createdAt: inHours(-72),
      createdBy: "Ada",
      projectId: null,
      lastUsedAt: inHours(-2),
      lastUsedFrom: "127.0.0.1",
      ...changes,
    },
    usedBy: [],
    isUnused: false,
    ...around,
  };
}

export function rotation(changes: Partial<RotationView> = {}): RotationView {
  return {
    id: "rotation-1",
    accountId: "shop",
    accountName: "Shop",
    step: "verify",
    isRunning: true,
    isRevoked: false,
    oldName: "laptop",
    newName: "laptop 2",
    problem: null,
    startedAt: inHours(0),
    ...changes,
  };
}
