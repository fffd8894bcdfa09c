import { act, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { REPLACE } from "@/features/accounts/words";
import { ACTIONS as ADVICE, CARD } from "@/features/advisors/words";
import { actionWords, enableWords, ownershipWords, userWords } from "@/features/auth/words";
import { FAILURE, lockedWords } from "@/features/base/words";
import { ACTIONS as CALLS } from "@/features/calls/words";
import { RESET, TAB } from "@/features/databases/words";
import { words as email } from "@/features/emailServer/words";
import { offerUndo } from "@/features/envFile/undo";
import { FORMER, IMPORT as IMPORT_FOLDERS } from "@/features/folders/words";
import { words as history, staleWords } from "@/features/history/words";
import { ACTIONS as KEYS, REVOKE } from "@/features/keys/words";
import { SETTINGS, USAGE } from "@/features/project/words";
import { words as projects } from "@/features/projects/words";
import { leaveWord, QUIT } from "@/features/quit/words";
import { PANEL } from "@/features/sandbox/words";
import { pluginWords } from "@/features/signIn/words";
import { IMPORT } from "@/features/temporary/words";
import { ACTIONS as UNDO } from "@/features/undo/words";
import type { AccountView, AdvisorIssueView, SandboxView, SyncedUsersView } from "@/ipc/generated";
import { DIALOG, STATE, TOAST } from "@/kit/words";
import { answer, refuse } from "@/test/backend";
import { choose, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import {
  accountsChange,
  asking,
  cancel,
  type Ending,
  happens,
  press,
  pressThere,
  projectChanges,
  tick,
} from "./ending";
import { close, take } from "./toasts";

const MAIN = views.branch({ id: "br-main-1", name: "main", isDefault: true });
const OFFLINE = views.failure({ code: "offline", message: "The platform is not reachable" });
const LOCKED = lockedWords({ isReadOnly: true }) ?? "";

const accountsAre = (...accounts: AccountView[]) => {
  answer("accountList", () => accounts);
  accountsChange();
};
const locked = () => answer("accountList", () => [views.account({ isReadOnly: true })]);
const unlock = () => accountsAre(views.account());

const withAuth = (changes: Partial<AccountView["profile"]> = {}) => {
  const { profile } = views.account();
  answer("accountList", () => [views.account({ profile: { ...profile, ...changes } })]);
  answer("authIntegrations", () => [views.integration()]);
};

const ada = { id: "user-9", email: "ada@example.com", name: null, roles: [], createdAt: null };
const users = (changes: Partial<SyncedUsersView> = {}): SyncedUsersView => ({
  schema: "svc_auth",
  table: "users_sync",
  rows: [],
  total: 0,
  arrived: null,
  readAt: views.inHours(0),
  ...changes,
});

/** Makes a user on the page of users. */
async function createAda(user: UserEvent): Promise<void> {
  answer("authCreateUser", () => ({ id: ada.id }));
  await press(user, actionWords.newUser);
  await user.type(await screen.findByRole("textbox", { name: userWords.email }), ada.email);
  await pressThere(user, userWords.submit);
}

const runs = (changes: Partial<NonNullable<SandboxView["running"]>> = {}) => {
  const { running } = views.sandbox();
  answer("sandboxState", () => views.sandbox({ running: running && { ...running, ...changes } }));
  answer("sandboxRequests", () => []);
  answer("sandboxQuarantine", () => []);
};

const listed = () =>
  answer("projectPage", ({ scope }) => ({
    items: scope === "own" ? [views.project()] : [],
    next: null,
    unavailable: [],
  }));
const keptOnly = () =>
  answer("projectCached", ({ scope }) => (scope === "own" ? views.kept([views.project()], -2) : null));

const WORK = views.account({ id: "work", name: "Work", isCurrent: false });
const SHOP = { folder: "/code/shop", file: ".env", variable: "DATABASE_URL" };
const found = {
  ...SHOP,
  line: 4,
  kind: "connectionString" as const,
  masked: "postgresql://ada:••••••••@db",
  host: "db",
  knownAs: null,
  refused: null,
};
const folder = views.folder({
  state: "filled",
  settings: views.folderSettings({
    source: { kind: "branch", accountId: "sandbox", projectId: ID, request: { branchId: MAIN.id } },
  }),
});

const ISSUE: AdvisorIssueView = {
  key: "no_primary_key_orders",
  title: "No primary key",
  level: "info",
  categories: ["PERFORMANCE"],
  isExternal: false,
  description: "The table has no primary key",
  detail: "Table `public.orders` does not have a primary key",
  remediation: "https://docs.example.com/keys",
};
const withAdvice = () => {
  answer("branchList", () => [MAIN]);
  answer("databaseList", () => [views.database()]);
  answer("advisorList", () => [ISSUE]);
};

/** Notices that something is old, locked, elsewhere or done. */
export const ON_PAGES: readonly Ending[] = [
  {
    file: "auth/AuthTab",
    notice: "TAB.elsewhere",
    route: { ...onProject("auth"), branch: "br-gone" },
    given: () => withAuth({ authByBranch: true }),
    shown: TAB.elsewhere("main"),
    end: (_user, { router }) => act(() => router.go({ ...onProject("auth"), branch: MAIN.id })),
  },
  {
    file: "databases/DataTab",
    notice: "TAB.elsewhere",
    route: { ...onProject("data"), branch: "br-gone" },
    given() {
      answer("databaseList", () => [views.database()]);
      answer("roleList", () => [views.role()]);
    },
    shown: TAB.elsewhere("main"),
    end: (_user, { router }) => act(() => router.go({ ...onProject("data"), branch: MAIN.id })),
  },
  {
    file: "auth/EnablePage",
    notice: "enableWords.locked",
    route: onProject("auth"),
    given: locked,
    shown: enableWords.locked(LOCKED),
    end: unlock,
  },
  {
    file: "auth/UsersPage",
    notice: "words.locked",
    route: onProject("auth", "users"),
    given() {
      withAuth();
      locked();
    },
    shown: userWords.locked(LOCKED),
    end() {
      answer("authUsers", () => users());
      unlock();
    },
  },
  {
    file: "auth/UsersPage",
    notice: "user-arrived",
    route: onProject("auth", "users"),
    given() {
      withAuth();
      answer("authUsers", () => users({ rows: [ada], total: 1, arrived: true }));
    },
    begin: createAda,
    shown: "user-arrived",
    end: (user) => press(user, userWords.refresh),
  },
  {
    file: "auth/UsersPage",
    notice: "user-unseen",
    route: onProject("auth", "users"),
    given() {
      withAuth();
      refuse("authUsers", { code: "database", message: "The connection was refused" });
    },
    begin: createAda,
    shown: "user-unseen",
    end(user) {
      answer("authUsers", () => users({ rows: [ada], total: 1, arrived: true }));
      return press(user, STATE.again);
    },
  },
  {
    file: "auth/TransferDialog",
    notice: "words.locked",
    route: onProject("auth", "ownership"),
    given() {
      withAuth();
      locked();
    },
    begin: asking({
      dialog: "transferAuth",
      at: {
        accountId: "sandbox",
        projectId: ID,
        projectName: "shop-prod",
        branchId: null,
        integration: views.integration(),
      },
    }),
    shown: ownershipWords.locked(LOCKED),
    end: unlock,
  },
  {
    file: "project/SettingsTab",
    notice: "SETTINGS.locked",
    route: onProject("settings"),
    given() {
      locked();
      answer("computeList", () => []);
    },
    shown: SETTINGS.locked,
    end: unlock,
  },
  {
    file: "project/HistoryCard",
    notice: "USAGE.noHistory",
    route: onProject(),
    given: () => refuse("projectConsumption", { code: "platform", message: "The plan has no history" }),
    shown: USAGE.noHistory,
    end: (_user, { router }) => act(() => router.go(onProject("snapshots"))),
  },
  {
    file: "project/ProjectScreen",
    notice: "<StaleNotice",
    route: onProject("snapshots"),
    given() {
      refuse("projectGet", OFFLINE);
      keptOnly();
    },
    shown: STATE.shownAsOf,
    end(user) {
      answer("projectGet", () => views.project());
      return press(user, STATE.again);
    },
  },
  {
    file: "projects/AllNotices",
    notice: "words.stale",
    route: { screen: "projects", tab: "all" },
    given() {
      answer("accountList", () => [views.account(), WORK]);
      refuse("projectPage", OFFLINE);
      keptOnly();
    },
    shown: projects.stale("Work", OFFLINE.message),
    async end(user) {
      listed();
      for (const again of screen.getAllByRole("button", { name: STATE.again })) await user.click(again);
    },
  },
  {
    file: "projects/ListNotices",
    notice: "account.problem.message",
    route: { screen: "projects" },
    given() {
      answer("accountList", () => [views.account({ state: "unavailable", problem: OFFLINE })]);
      keptOnly();
    },
    shown: STATE.shownAsOf,
    end() {
      listed();
      unlock();
    },
  },
  {
    file: "keys/KeysBody",
    notice: "retry={again}",
    route: { screen: "keys" },
    async begin() {
      await screen.findByRole("button", { name: KEYS.new.title });
      refuse("keyList", OFFLINE);
      happens({ kind: "keysChanged", accountId: "sandbox" });
    },
    shown: STATE.shownAsOf,
    end(user) {
      answer("keyList", () => []);
      return press(user, STATE.again);
    },
  },
  {
    file: "history/History",
    notice: "<StaleNotice",
    route: { screen: "history" },
    given() {
      answer("accountList", () => [views.account(), views.account({ ...WORK, state: "unauthorized" })]);
      answer("operationList", () => [views.tracked({}, { accountId: "work" })]);
    },
    shown: staleWords("Work"),
    end() {
      answer("operationList", () => []);
      happens({ kind: "operationChanged", accountId: "work", projectId: ID, operationIds: ["op-1"] });
    },
  },
  {
    file: "signIn/PluginForm",
    notice: "{its.ends}",
    route: onProject("auth", "signIn"),
    given: () => withAuth({ authByBranch: true }),
    async begin(user) {
      await asking({
        dialog: "changePlugin",
        subject: {
          accountId: "sandbox",
          projectId: ID,
          projectName: "shop-prod",
          branchId: MAIN.id,
          plugin: "phoneNumber",
          settings: { enabled: true, expiresIn: 300 },
        },
      })();
      await tick(user, pluginWords.phoneNumber.enable);
    },
    shown: pluginWords.phoneNumber.ends,
    end: (user) => tick(user, pluginWords.phoneNumber.enable),
  },
  {
    file: "webhooks/WebhooksPage",
    notice: "{note}",
    route: onProject("auth", "webhooks"),
    given: () => withAuth({ authByBranch: true, authNote: "Webhooks are an experiment" }),
    shown: "Webhooks are an experiment",
    end() {
      withAuth({ authByBranch: true });
      accountsChange();
    },
  },
  {
    file: "sandbox/SandboxScreen",
    notice: "PANEL.quitting",
    route: { screen: "sandbox" },
    given: () => runs(),
    shown: PANEL.quitting,
    end() {
      answer("sandboxState", () => views.sandbox({ status: "stopped", running: null }));
      happens({ kind: "sandboxChanged" });
    },
  },
  {
    file: "sandbox/SandboxScreen",
    notice: "PANEL.outdated",
    route: { screen: "sandbox" },
    given: () => runs({ postgresOutdated: true }),
    shown: PANEL.outdated("17.11"),
    end() {
      runs();
      happens({ kind: "sandboxChanged" });
    },
  },
  {
    file: "temporary/Detail",
    notice: "row.checkError.message",
    route: { screen: "temporary", id: "row-1" },
    given: () =>
      answer("temporaryList", () => ({
        items: [views.row({ checkedAt: views.inHours(-2), checkError: OFFLINE })],
      })),
    shown: STATE.shownAsOf,
    end() {
      answer("temporaryList", () => ({ items: [views.row()] }));
      happens({ kind: "temporaryChanged", id: "row-1" });
    },
  },
  {
    file: "temporary/StateNotice",
    notice: "STATE.claimedText",
    route: { screen: "temporary", id: "row-1" },
    given: () => answer("temporaryList", () => ({ items: [views.row({ state: "claimed" })] })),
    shown: "claim-notice",
    end() {
      answer("temporaryList", () => ({ items: [] }));
      happens({ kind: "temporaryForgotten", id: "row-1" });
    },
  },
  {
    file: "temporary/ImportDialog",
    notice: "IMPORT.none",
    given: () => answer("temporaryImportScan", () => []),
    async begin(user) {
      await asking({ dialog: "importTemporary" })();
      await retype(user, await screen.findByRole("textbox", { name: IMPORT.file }), "/code/.env");
      await user.tab();
    },
    shown: IMPORT.none,
    end: (user) => tick(user, IMPORT.fromLink),
  },
  {
    file: "folders/ImportFoldersDialog",
    notice: "IMPORT.notImported",
    route: { screen: "folders" },
    given() {
      answer("folderScan", () => ({ found: [found], problems: [] }));
      answer("folderImport", () => [{ of: SHOP, folderId: null, temporaryId: null, error: OFFLINE }]);
      answer("folderPick", () => ["/code/blog"]);
    },
    async begin(user) {
      await asking({ dialog: "importFolders", paths: ["/code/shop"] })();
      await tick(user, /DATABASE_URL/);
      await pressThere(user, IMPORT_FOLDERS.submit(1));
    },
    shown: IMPORT_FOLDERS.notImported(SHOP.variable),
    end: (user) => pressThere(user, IMPORT_FOLDERS.chooseOthers),
  },
  {
    file: "folders/ImportFoldersDialog",
    notice: "IMPORT.none",
    route: { screen: "folders" },
    given() {
      answer("folderScan", ({ paths: [path] }) => ({
        found: path === "/code/blog" ? [found] : [],
        problems: [],
      }));
      answer("folderPick", () => ["/code/blog"]);
    },
    begin: asking({ dialog: "importFolders", paths: ["/code/shop"] }),
    shown: IMPORT_FOLDERS.none,
    end: (user) => pressThere(user, IMPORT_FOLDERS.chooseOthers),
  },
  {
    file: "folders/WriteFoldersDialog",
    notice: "FORMER.none",
    route: { screen: "folders" },
    given: () => answer("folderStale", () => []),
    begin: asking({ dialog: "writeFolders" }),
    shown: FORMER.none,
    end: cancel,
  },
  {
    file: "folders/WriteFoldersDialog",
    notice: "FORMER.notWritten",
    route: { screen: "folders" },
    given() {
      answer("folderList", () => ({ items: [folder] }));
      answer("folderStale", () => [{ folder, env: views.preview({ id: "plan-1" }), error: null }]);
      answer("folderWriteAll", () => [
        { planId: "plan-1", folderId: folder.id, undoId: null, error: OFFLINE },
      ]);
    },
    async begin(user) {
      await asking({ dialog: "writeFolders" })();
      await pressThere(user, FORMER.write(1));
    },
    shown: FORMER.notWritten(folder.name),
    end(user) {
      answer("folderWriteAll", () => [
        { planId: "plan-1", folderId: folder.id, undoId: "undo-1", error: null },
      ]);
      return pressThere(user, FORMER.write(1));
    },
  },
  {
    file: "envFile/EnvChange",
    notice: "{warning}",
    route: { screen: "temporary", id: "row-1" },
    given() {
      answer("temporaryList", () => ({ items: [views.row()] }));
      answer("envPreview", () => views.preview({ warnings: ["Two lines set it"] }));
    },
    begin: asking({ dialog: "writeEnv", id: "row-1", path: "/code/app/.env" }),
    shown: "Two lines set it",
    end: (user) => pressThere(user, DIALOG.cancel),
  },
  {
    file: "envFile/EnvChange",
    notice: "git-warning",
    route: { screen: "temporary", id: "row-1" },
    given() {
      answer("temporaryList", () => ({ items: [views.row()] }));
      answer("envPreview", () => views.preview({ git: "tracked" }));
    },
    begin: asking({ dialog: "writeEnv", id: "row-1", path: "/code/app/.env" }),
    shown: "git-warning",
    end: (user) => pressThere(user, DIALOG.cancel),
  },
  {
    file: "envFile/undo",
    notice: "stay: 20_000",
    route: { screen: "settings" },
    given: () => answer("envUndo", () => null),
    async begin(_user, { client }) {
      await screen.findByRole("main");
      act(() => offerUndo({ title: "Env file written", files: [{ path: "/a", undoId: "undo-1" }] }, client));
    },
    shown: "Env file written",
    end: (user) => press(user, TOAST.undo),
  },
  {
    file: "undo/actions",
    notice: "ACTIONS.recovered",
    route: { screen: "settings" },
    given() {
      answer("undoList", () => [
        {
          id: "undo-1",
          accountId: "sandbox",
          projectId: "p-1",
          branchId: null,
          name: "mill",
          deletedAt: views.inHours(-1),
          until: views.inHours(160),
          bulkId: null,
        },
      ]);
      answer("projectRecover", () => views.project({ id: "p-1", name: "mill" }));
    },
    begin: take(UNDO.last.title),
    shown: UNDO.recovered("mill"),
    end: close,
  },
  {
    file: "accounts/ReplaceKeyDialog",
    notice: "REPLACE.replaced",
    route: { screen: "settings" },
    given() {
      answer("accountList", () => [views.account({ isOwn: true })]);
      answer("accountReplaceKey", () => views.account({ isOwn: true }));
    },
    async begin(user) {
      await asking({ dialog: "replaceAccountKey", id: "sandbox" })();
      await user.type(await screen.findByLabelText(REPLACE.key), "napi_another");
      await pressThere(user, REPLACE.submit);
    },
    shown: REPLACE.replaced("Sandbox"),
    end: close,
  },
  {
    file: "advisors/Check",
    notice: "CARD.changed",
    route: onProject(),
    given: withAdvice,
    async begin(user) {
      await press(user, ADVICE.run.title);
      await screen.findByText(ISSUE.title);
      answer("branchList", () => [{ ...MAIN, lastResetAt: views.inHours(0) }]);
      projectChanges();
    },
    shown: CARD.changed("main"),
    end: (user) => press(user, ADVICE.again),
  },
  {
    file: "advisors/IssueCard",
    notice: "CARD.openFailed",
    route: onProject(),
    given() {
      withAdvice();
      refuse("advisorOpen", { code: "linkRefused", message: "The page was not opened" });
    },
    async begin(user) {
      await press(user, ADVICE.run.title);
      await press(user, /^Open on docs/);
    },
    shown: CARD.openFailed,
    end: (user) => press(user, FAILURE.dismiss),
  },
  {
    file: "calls/JsonItem",
    notice: "ACTIONS.notCopied",
    route: onProject("history"),
    given() {
      answer("operationPage", () => ({ items: [], next: null }));
      answer("activityList", () => ({ items: [views.activity()], next: null }));
    },
    async begin(user) {
      await screen.findByText(views.activity().action);
      vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
      await choose(user, await screen.findByRole("button", { name: history.export }), CALLS.json);
    },
    shown: CALLS.notCopied,
    end: close,
  },
  {
    file: "databases/ResetPasswordDialog",
    notice: "RESET.lost",
    route: onProject("data"),
    given() {
      answer("databaseList", () => [views.database()]);
      answer("roleList", () => [views.role()]);
      answer("roleResetPassword", () => ({ role: views.role(), password: null, operations: [] }));
    },
    async begin(user) {
      await asking({
        dialog: "resetPassword",
        subject: {
          accountId: "sandbox",
          projectId: ID,
          projectName: "shop-prod",
          branchId: MAIN.id,
          branchName: "main",
          role: views.role(),
        },
      })();
      await pressThere(user, RESET.submit);
    },
    shown: RESET.lost,
    end: cancel,
  },
  {
    file: "emailServer/TryServerDialog",
    notice: "words.tryFailed",
    route: onProject("auth", "email"),
    given() {
      withAuth();
      refuse("emailProbe", { code: "invalid", message: "This is no name of a server" });
    },
    async begin(user) {
      await asking({
        dialog: "tryEmailServer",
        subject: {
          accountId: "sandbox",
          projectId: ID,
          projectName: "shop-prod",
          branchId: null,
          server: views.ownEmail(),
        },
      })();
      await user.type(await screen.findByLabelText(email.password), "open sesame");
      await pressThere(user, email.try);
    },
    shown: email.tryFailed,
    end(user) {
      answer("emailProbe", () => ({ steps: [] }));
      return pressThere(user, email.try);
    },
  },
  {
    file: "keys/KeysBody",
    notice: "reason={problem.message}",
    route: { screen: "keys" },
    async begin() {
      await screen.findByRole("button", { name: KEYS.new.title });
      accountsAre(views.account({ state: "unavailable", problem: OFFLINE }));
    },
    shown: STATE.shownAsOf,
    end: unlock,
  },
  {
    file: "keys/RevokeKeyDialog",
    notice: "REVOKE.unconfirmed",
    route: { screen: "keys" },
    given: () => answer("keyRevoke", () => ({ key: views.keyRow().key, revoked: false })),
    async begin(user) {
      const row = views.keyRow();
      await asking({ dialog: "revokeKey", subject: { accountId: "sandbox", organizationId: null, row } })();
      await user.type(screen.getByLabelText(DIALOG.typeName(row.key.name)), row.key.name);
      await pressThere(user, REVOKE.submit(row.key.name));
    },
    shown: REVOKE.unconfirmed,
    end: cancel,
  },
  {
    file: "quit/QuitDialog",
    notice: "leave.failure",
    route: { screen: "settings" },
    given() {
      const plan = { sandboxDatabases: 3, openConnections: 2, runningJobs: 0, secretsInMemory: true };
      answer("appQuitPlan", () => ({ plan, background: "off" as const, hasTray: true, restarts: false }));
      refuse("appQuit", { message: "It is busy" });
    },
    async begin(user) {
      await screen.findByRole("main");
      happens({ kind: "quitRequested" });
      await screen.findByText(/3 sandbox databases/);
      await pressThere(user, leaveWord(false, false, "quit"));
    },
    shown: "It is busy",
    end: (user) => pressThere(user, QUIT.cancel),
  },
  {
    file: "temporary/ImportDialog",
    notice: "failure={form.failure}",
    given: () => refuse("temporaryImportLink", { code: "notFound", message: "There is no such database" }),
    async begin(user) {
      await asking({ dialog: "importTemporary" })();
      await tick(user, IMPORT.fromLink);
      await user.type(screen.getByLabelText(IMPORT.link), "https://neon.new/claim/1");
      await pressThere(user, IMPORT.import);
    },
    shown: IMPORT.failed,
    end(user) {
      answer("temporaryImportLink", () => views.row());
      return pressThere(user, IMPORT.import);
    },
  },
];
