import { screen } from "@testing-library/react";
import { PREVIEW } from "@/features/branches/previewWords";
import { DETAIL as BRANCH, DELETED } from "@/features/branches/words";
import { RENAME as RENAME_DATABASE, TAB } from "@/features/databases/words";
import { words as email } from "@/features/emailServer/words";
import { CONNECT, CONNECTIONS, RESTORE_WINDOW } from "@/features/project/words";
import { RESTORE } from "@/features/snapshots/words";
import { OFFER } from "@/features/transfers/words";
import { words as webhooks } from "@/features/webhooks/words";
import type { BranchView, RestorePreviewView } from "@/ipc/generated";
import { answer } from "@/test/backend";
import { retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { asking, cancel, type Ending, pressThere, projectChanges, tick } from "./ending";

const MAIN = views.branch({ id: "br-main-1", name: "main", isDefault: true });
const onMain = { accountId: "sandbox", projectId: ID, branchId: MAIN.id };
const around = { ...onMain, projectName: "shop-prod", branchName: "main" };
const onAuth = { ...around, integration: views.integration() };

/** The project has these branches from now on. */
const withBranches = (...branches: BranchView[]) => {
  answer("branchList", () => branches);
  answer("computeList", () => [views.compute()]);
  answer("databaseList", () => [views.database()]);
  answer("roleList", () => [views.role()]);
};

/** The same, and the window hears of it. */
const branchesChange = (...branches: BranchView[]) => {
  withBranches(...branches);
  projectChanges();
};

const byBranch = (authNote: string | null = null) => {
  const { profile } = views.account();
  answer("accountList", () => [views.account({ profile: { ...profile, authByBranch: true, authNote } })]);
  answer("authIntegrations", () => [views.integration()]);
};

const previewed = (error: string | null): RestorePreviewView => ({
  databases: [{ name: "svcdb", isNow: true, isThen: true, tables: [], same: 4, error }],
});

const shortWindow = (isShortened: boolean) =>
  views.branch({
    ...MAIN,
    restoreWindow: { start: null, bytes: 1_000, projectLimitBytes: 1_000, isShortened },
  });

/** Notices on the screens of a project and in its dialogs. */
export const ON_PROJECT: readonly Ending[] = [
  {
    file: "auth/AuthTab",
    notice: "TAB.noBranches",
    route: onProject("auth"),
    given() {
      byBranch();
      withBranches();
    },
    shown: TAB.noBranches,
    end: () => branchesChange(MAIN),
  },
  {
    file: "databases/DataTab",
    notice: "TAB.noBranches",
    route: onProject("data"),
    given: () => withBranches(),
    shown: TAB.noBranches,
    end: () => branchesChange(MAIN),
  },
  {
    file: "databases/RenameDatabaseDialog",
    notice: "RENAME.means",
    route: onProject("data"),
    given: () => withBranches(MAIN),
    begin: asking({ dialog: "renameDatabase", subject: { ...around, database: views.database() } }),
    shown: RENAME_DATABASE.means,
    end: cancel,
  },
  {
    file: "branches/BranchDetail",
    notice: "DETAIL.restricted",
    route: { ...onProject("branches"), branch: MAIN.id },
    given: () => withBranches({ ...MAIN, restrictions: [{ action: "restore", reason: "it is restored" }] }),
    shown: BRANCH.restricted,
    end: () => branchesChange(MAIN),
  },
  {
    file: "branches/BranchDetail",
    notice: "DETAIL.restored",
    route: { ...onProject("branches"), branch: "br-look-1" },
    given: () =>
      withBranches(
        MAIN,
        views.branch({ id: "br-look-1", name: "look", restoreStatus: "restored", restoredAs: MAIN.id }),
      ),
    shown: BRANCH.restored("main"),
    end: () => branchesChange(MAIN, views.branch({ id: "br-look-1", name: "look" })),
  },
  {
    file: "branches/BranchDetail",
    notice: "DELETED.unreported",
    route: { ...onProject("branches"), branch: "br-old-1" },
    given: () =>
      withBranches(MAIN, views.branch({ id: "br-old-1", name: "old", deletedAt: views.inHours(-1) })),
    shown: DELETED.unreported,
    end: () => branchesChange(MAIN, views.branch({ id: "br-old-1", name: "old" })),
  },
  {
    file: "branches/RestorePreview",
    notice: "PREVIEW.unread",
    route: { ...onProject("branches"), branch: MAIN.id },
    given() {
      withBranches(MAIN);
      answer("branchPreviewRestore", () => previewed("The password is unknown"));
    },
    async begin(user) {
      await asking({ dialog: "restoreBranch", ...onMain })();
      await pressThere(user, PREVIEW.start);
    },
    shown: PREVIEW.unread("The password is unknown."),
    end(user) {
      answer("branchPreviewRestore", () => previewed(null));
      return pressThere(user, PREVIEW.start);
    },
  },
  {
    file: "emailServer/EmailPage",
    notice: "words.sharedNote",
    route: onProject("auth", "email"),
    given: () => byBranch(),
    shown: email.sharedNote,
    end() {
      answer("emailGet", () => views.ownEmail());
      projectChanges();
    },
  },
  {
    file: "signIn/PluginSections",
    notice: "{note}",
    route: onProject("auth", "signIn"),
    given: () => byBranch("Plugins are an experiment"),
    shown: "Plugins are an experiment",
    end() {
      answer("signInGet", () =>
        views.signIn({}, { magicLink: null, phoneNumber: null, organizations: null }),
      );
      projectChanges();
    },
  },
  {
    file: "webhooks/WebhooksDialog",
    notice: "words.ends",
    route: onProject("auth", "webhooks"),
    given: () => byBranch(),
    async begin(user) {
      const set = views.webhooks({ enabled: true, url: "https://shop.example.com/hooks" });
      await asking({ dialog: "setWebhooks", subject: { ...onAuth, webhooks: set } })();
      await tick(user, webhooks.enabled);
    },
    shown: webhooks.ends,
    end: (user) => tick(user, webhooks.enabled),
  },
  {
    file: "project/ConnectCard",
    notice: "CONNECT.noBranch",
    route: onProject(),
    given: () => withBranches(),
    shown: CONNECT.noBranch,
    end: () => branchesChange(MAIN),
  },
  {
    file: "project/ConnectionsSetting",
    notice: "CONNECTIONS.nothing",
    route: onProject("settings"),
    given: () => withBranches(MAIN),
    async begin(user) {
      await tick(user, CONNECTIONS.blockPublic);
      await tick(user, CONNECTIONS.blockVpc);
    },
    shown: CONNECTIONS.nothing,
    end: (user) => tick(user, CONNECTIONS.blockVpc),
  },
  {
    file: "project/HistorySetting",
    notice: "title={shortened}",
    route: onProject("settings"),
    given: () => withBranches(shortWindow(true)),
    shown: RESTORE_WINDOW.nothingWaits,
    end: () => branchesChange(shortWindow(false)),
  },
  {
    file: "project/HistorySetting",
    notice: "RESTORE_WINDOW.shrinks",
    route: onProject("settings"),
    given: () => withBranches(MAIN),
    begin: async (user) => retype(user, await screen.findByLabelText(RESTORE_WINDOW.length), "0.5"),
    shown: RESTORE_WINDOW.shrinks,
    end: async (user) => retype(user, screen.getByLabelText(RESTORE_WINDOW.length), "2"),
  },
  {
    file: "snapshots/RestoreSnapshotDialog",
    notice: "RESTORE.means",
    route: onProject("snapshots"),
    given() {
      withBranches(MAIN);
      answer("snapshotList", () => [views.snapshot()]);
    },
    async begin(user) {
      await asking({ dialog: "restoreSnapshot", ...onMain, snapshotId: views.snapshot().id })();
      await tick(user, new RegExp(RESTORE.replace));
    },
    shown: RESTORE.means("main"),
    end: (user) => tick(user, new RegExp(RESTORE.newBranch)),
  },
  {
    file: "transfers/dialogs",
    notice: "OFFER.lose",
    route: onProject("settings"),
    given: () => withBranches(MAIN),
    begin: asking({ dialog: "offerProject", subject: { accountId: "sandbox", project: views.project() } }),
    shown: OFFER.lose,
    end: cancel,
  },
];
