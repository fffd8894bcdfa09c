import type { Subjects } from "@/kit/action/action";
import {
  account,
  branch,
  compute,
  emailAndPassword,
  folder,
  inHours,
  integration,
  keyRow,
  member,
  ownEmail,
  project,
  role,
  rotation,
  row,
  sandbox,
  sharedEmail,
  snapshot,
  tracked,
  webhooks,
} from "./views";

/** Every kind of thing that an action can be about; a new kind does not compile until it has samples here. */
type Kind = Exclude<keyof Subjects, "fruit">;

/** Of each kind one sample for each way in which it is offered something else. */
export type Samples = { readonly [Each in Kind]: readonly Subjects[Each][] };

const where = { accountId: "sandbox", projectId: "shop-prod-12345678", projectName: "shop-prod" };
const onBranch = { ...where, branchId: "br-main", branchName: "main" };
const onOrganization = {
  accountId: "sandbox",
  organizationId: "org-northern-1",
  organizationName: "Northern",
};
const onAuth = { ...where, integration: integration() };
const deleted = { deletedAt: inHours(-1), recoverableUntil: inHours(160) };

export const SAMPLES: Samples = {
  account: [
    account({ isOwn: true }),
    account({ id: "shop", isOwn: true, isCurrent: false, isReadOnly: true, state: "unauthorized" }),
  ],
  activityEntry: [
    {
      id: "1",
      at: inHours(-1),
      action: "Create branch",
      subject: "shop-prod / import",
      place: "Sandbox",
      outcome: "done",
      detail: null,
      requestId: "req-1",
      temporaryId: null,
      accountId: "sandbox",
      projectId: "shop-prod-12345678",
      operationIds: ["op-1"],
      curl: "curl 'https://api.example/v2'",
    },
  ],
  advisors: [{ ...onBranch, database: "svcdb", stand: "" }],
  auth: [where, onAuth],
  authDomain: [{ ...onAuth, domain: "https://shop.example.com" }],
  signIn: [{ ...onBranch, withPassword: emailAndPassword() }],
  signInPlugin: [
    { ...onBranch, plugin: "phoneNumber", settings: { enabled: true, expiresIn: 300 } },
    {
      ...onBranch,
      plugin: "magicLink",
      settings: { enabled: true, expiresIn: 5, disableSignUp: false },
    },
  ],
  webhooks: [
    { ...onBranch, webhooks: webhooks() },
    { ...onBranch, webhooks: webhooks({ enabled: true, url: "https://shop.example.com/hooks" }) },
  ],
  authUser: [
    {
      at: { ...onAuth, branchId: "br-main" },
      user: {
        id: "user-1",
        email: "ada@example.com",
        name: "Ada",
        roles: ["admin"],
        createdAt: inHours(-1),
      },
    },
  ],
  organization: [onOrganization],
  spendingLimit: [
    { ...onOrganization, cents: null },
    { ...onOrganization, cents: 5000 },
  ],
  member: [
    { ...onOrganization, member: member(), isSelf: false, isLastAdmin: false },
    { ...onOrganization, member: member({ role: "admin" }), isSelf: true, isLastAdmin: true },
  ],
  invitation: [
    {
      ...onOrganization,
      invitation: { id: "invitation-1", email: "bo@example.com", role: "member", invitedAt: inHours(-1) },
    },
  ],
  jwksProject: [where],
  jwks: [
    {
      ...where,
      jwks: {
        id: "jwks-1",
        url: "https://keys.example.com/jwks.json",
        provider: "Clerk",
        branchId: null,
        audience: null,
        roles: [],
        createdAt: inHours(-1),
      },
    },
  ],
  sharedProject: [where],
  permission: [
    { ...where, permission: { id: "permission-1", email: "ada@example.com", grantedAt: inHours(-1) } },
  ],
  apiKey: [
    { accountId: "sandbox", organizationId: null, row: keyRow() },
    {
      accountId: "sandbox",
      organizationId: "org-1",
      row: keyRow({}, { usedBy: [{ accountId: "shop", name: "Shop", isSure: true }] }),
    },
  ],
  apiKeys: [
    {
      accountId: "sandbox",
      organizationId: null,
      shown: () => [keyRow()],
      ticked: ["12"],
      unused: ["12"],
      tick() {},
    },
  ],
  branch: [
    { ...where, branch: branch({ isDefault: true, parentId: null }) },
    { ...where, branch: branch({ id: "br-child", name: "import", parentId: "br-main", isDefault: false }) },
    { ...where, branch: branch({ isDefault: false, isProtected: true }) },
    { ...where, branch: branch({ isDefault: false, expiresAt: inHours(24) }) },
    { ...where, branch: branch({ isDefault: false, ...deleted }) },
    {
      ...where,
      branch: branch({ restoreStatus: "restored", restoredFrom: "snap-main-1", restoredAs: "br-main" }),
    },
  ],
  snapshot: [{ ...where, branchName: "main", snapshot: snapshot() }],
  compute: [
    { ...where, branchName: "main", compute: compute({ state: "active", poolerHost: "pooler.localhost" }) },
    { ...where, branchName: "main", compute: compute({ state: "idle" }) },
    { ...where, branchName: "main", compute: compute({ state: "idle", isDisabled: true }) },
  ],
  connection: [
    {
      name: "shop-prod",
      source: {
        kind: "project",
        accountId: "sandbox",
        projectId: "shop-prod-12345678",
        request: {
          branchId: "br-main",
          computeId: null,
          database: "svcdb",
          role: "svcdb_owner",
          pooled: true,
        },
      },
      forms: [
        ...(["pooled", "direct", "psql", "parameters", "env", "jdbc", "node", "prisma", "drizzle"] as const),
        ...(["postgresJs", "knex", "serverlessHttp", "serverlessWebSocket", "asyncpg"] as const),
        ...(["python", "sqlalchemy", "django", "go", "rust", "dotnet", "ruby", "rails", "php"] as const),
      ],
    },
    { name: "shop-prod", source: { kind: "oneTimeSecret", id: "secret-1" } },
  ],
  data: [onBranch],
  database: [
    {
      ...onBranch,
      database: { name: "svcdb", owner: "svcdb_owner", createdAt: null, updatedAt: null },
    },
  ],
  emailServer: [
    { ...where, server: sharedEmail() },
    { ...where, server: ownEmail() },
  ],
  oauthProvider: [
    { ...where, provider: { id: "google", isShared: true, clientId: null, microsoftTenantId: null } },
    { ...where, provider: { id: "github", isShared: false, clientId: null, microsoftTenantId: null } },
  ],
  oauthProviders: [where],
  folder: [
    folder(),
    folder({ id: "folder-2", state: "expired" }),
    folder({ id: "folder-3", state: "expiring", temporaryId: "row-1", database: "quiet-harbour" }),
  ],
  operation: [tracked(), tracked({ status: "finished", isOver: true }, { endedAt: inHours(-1) })],
  project: [
    { accountId: "sandbox", project: project() },
    { accountId: "sandbox", project: project(deleted) },
  ],
  projects: [{ accountId: "sandbox", scope: "own", organizationId: null, shown: async () => [project()] }],
  role: [
    {
      ...onBranch,
      connectsTo: "svcdb",
      storesPasswords: true,
      role: role({ name: "reader" }),
    },
  ],
  rotation: [rotation({ isRunning: false }), rotation({ step: "done", isRunning: false })],
  sandbox: [sandbox(), sandbox({ status: "stopped", running: null })],
  temporary: [row(), row({ id: "row-2", state: "claimed" })],
};
