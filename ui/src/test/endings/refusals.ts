import type { MutationKey } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { mutationKeys } from "@/data/keys";
import { perform } from "@/data/mutation";
import { recheckingOf } from "@/features/accounts/mutations";
import { BANNER } from "@/features/accounts/words";
import { gettingLink, openingJwks, openingLink } from "@/features/auth/mutations";
import { integrationWords, ownershipWords } from "@/features/auth/words";
import { COMMON, FAILURE } from "@/features/base/words";
import { previewingOf } from "@/features/branches/mutations";
import { PREVIEW } from "@/features/branches/previewWords";
import { dismissingOf as dismissingTask, pausingOf } from "@/features/bulk/mutations";
import { TASK } from "@/features/bulk/words";
import { openingKey } from "@/features/connect/mutations";
import { sourceKey } from "@/features/connect/queries";
import { ACTIONS as CONNECTION, OPEN_IN } from "@/features/connect/words";
import { DIAGNOSTICS } from "@/features/diagnostics/words";
import { ensuringOf } from "@/features/folders/mutations";
import { DETAIL as FOLDER, LIST as FOLDERS } from "@/features/folders/words";
import { exporting } from "@/features/history/logActions";
import { refreshKey } from "@/features/history/operationActions";
import { words as history } from "@/features/history/words";
import { resumingOf } from "@/features/keys/mutations";
import { GONE, SETTINGS as PROJECT_SETTINGS } from "@/features/project/words";
import { advancing, clearingFaults, orderingFault, puttingBackOf } from "@/features/sandbox/mutations";
import { CLOCK, FAULT, PANEL, QUARANTINE } from "@/features/sandbox/words";
import { showingOf } from "@/features/save/mutations";
import { COPY, PROGRESS as SAVE, SAVE as SAVE_DIALOG } from "@/features/save/words";
import { seedingOf } from "@/features/seed/mutations";
import { words as settings } from "@/features/settings/words";
import { allowingLocalhost } from "@/features/signIn/data";
import { words as signIn } from "@/features/signIn/words";
import {
  claimOf,
  deletionOf,
  forgettingOf,
  openingProjectOf,
  refreshAll,
} from "@/features/temporary/mutations";
import { CLAIM, DETAIL, IMPORT, LIST } from "@/features/temporary/words";
import { undoingOf } from "@/features/undo/actions";
import { NOTICE } from "@/features/undo/words";
import { checking, installing, restarting } from "@/features/updates/mutations";
import { UPDATES } from "@/features/updates/words";
import { call } from "@/ipc/call";
import type { BulkView, ConnectSource, UndoView } from "@/ipc/generated";
import type { OpenDialog } from "@/kit/overlay/dialogs";
import type { Route } from "@/kit/route/route";
import { DIALOG } from "@/kit/words";
import { answer, refuse } from "@/test/backend";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { asking, type Ending, pressThere, seen } from "./ending";

interface Refusal {
  file: string;
  notice: string;
  key: MutationKey;
  shown: string;
  route?: Route;
  given?(): void;
  /** The dialog that shows it; its closing ends it. Elsewhere it is dismissed. */
  dialog?: OpenDialog;
  /** The button that closes the dialog. */
  close?: string;
}

/** Lets a mutation with this key fail in the window, and ends its notice. */
function refused({ key, dialog, close = DIALOG.cancel, ...site }: Refusal): Ending {
  return {
    ...site,
    async begin(_user, { client }) {
      if (dialog) await asking(dialog)();
      else await screen.findByRole("main");
      refuse("jobCancel", { code: "platform", message: "It was refused" });
      // The component that shows the error may not be drawn yet, and shows no earlier error.
      await waitFor(async () => {
        await act(async () => {
          await perform(client, { key, run: () => call({ kind: "jobCancel", id: "none" }) }, undefined).catch(
            () => {},
          );
        });
        expect(seen(site.shown)).not.toEqual([]);
      });
    },
    async end(user) {
      if (dialog) return pressThere(user, close);
      const alert = seen(site.shown)[0]?.closest<HTMLElement>("[role=alert]");
      if (alert) await user.click(within(alert).getByRole("button", { name: FAILURE.dismiss }));
    },
  };
}

const ROW: ConnectSource = { kind: "temporary", id: "row-1" };
const OVERVIEW: ConnectSource = {
  kind: "project",
  accountId: "sandbox",
  projectId: ID,
  request: { branchId: "br-main-1", database: "svcdb", role: "svcdb_owner", pooled: true },
};
const withDatabase = () => {
  answer("databaseList", () => [views.database()]);
  answer("roleList", () => [views.role()]);
  answer("computeList", () => [views.compute()]);
};
const onRow: Route = { screen: "temporary", id: "row-1" };
const withRow = () => answer("temporaryList", () => ({ items: [views.row()] }));
const onSandbox: Route = { screen: "sandbox" };
const onProjects: Route = { screen: "projects" };
const auth = {
  accountId: "sandbox",
  projectId: ID,
  projectName: "shop-prod",
  branchId: null,
  integration: views.integration(),
};

const withSandbox = () => {
  answer("sandboxRequests", () => []);
  answer("sandboxQuarantine", () => [
    {
      id: "lost-1",
      kind: "branch" as const,
      name: "shop / main",
      path: "/data/lost",
      sizeBytes: 1,
      putAsideAt: views.inHours(-1),
      lastUsedAt: null,
      postgres: "17",
      isWhole: true,
    },
  ]);
};

const TASK_RUNS: BulkView = {
  id: "bulk-1",
  accountId: "sandbox",
  verb: "recoverProjects",
  projectId: null,
  state: "running",
  problem: null,
  items: [{ itemId: "a-1", name: "shop", state: "waiting", error: null }],
  startedAt: views.inHours(0),
};
const withTask = () => answer("bulkList", () => [TASK_RUNS]);

const UNDO: UndoView = {
  id: "undo-1",
  accountId: "sandbox",
  projectId: "p-1",
  branchId: null,
  name: "mill",
  deletedAt: views.inHours(-1),
  until: views.inHours(160),
  bulkId: null,
};

/** Mutations whose errors show outside of a dialog of their own. */
const REFUSED: readonly Refusal[] = [
  {
    file: "accounts/AccountBanner",
    notice: "failure={failure}",
    key: recheckingOf("sandbox").key,
    shown: BANNER.keyRejected,
    route: onProjects,
  },
  {
    file: "auth/IntegrationSection",
    notice: "integrationWords.jwksFailed",
    key: openingJwks(auth).key,
    shown: integrationWords.jwksFailed,
    route: onProject("auth"),
    given: () => answer("authIntegrations", () => [views.integration()]),
  },
  {
    file: "connect/ConnectionButtons",
    notice: "ACTIONS.psqlFailed",
    key: mutationKeys.connectPsql(sourceKey(OVERVIEW)),
    shown: CONNECTION.psqlFailed,
    route: onProject(),
    given: withDatabase,
  },
  {
    file: "connect/ConnectionButtons",
    notice: "ACTIONS.copyFailed",
    key: mutationKeys.connectCopy(sourceKey(OVERVIEW)),
    shown: CONNECTION.copyFailed,
    route: onProject(),
    given: withDatabase,
  },
  {
    file: "connect/OpenIn",
    notice: "OPEN_IN.failed",
    key: openingKey(ROW),
    shown: OPEN_IN.failed,
    route: onRow,
    given() {
      withRow();
      answer("connectApps", () => ["dbeaver" as const]);
    },
  },
  {
    file: "folders/FoldersScreen",
    notice: "LIST.unadded",
    key: mutationKeys.folderAdd,
    shown: FOLDERS.unadded,
    route: { screen: "folders" },
  },
  {
    file: "folders/FoldersScreen",
    notice: "LIST.unrestored",
    key: mutationKeys.envUndo,
    shown: FOLDERS.unrestored,
    route: { screen: "folders" },
  },
  {
    file: "folders/FolderDetail",
    notice: "DETAIL.notEnsured",
    key: ensuringOf("folder-1").key,
    shown: FOLDER.notEnsured,
    route: { screen: "folders", id: "folder-1" },
    given: () => answer("folderList", () => ({ items: [views.folder()] })),
  },
  {
    file: "history/ExportNotice",
    notice: "words.exportFailed",
    key: exporting.key,
    shown: history.exportFailed,
    route: { screen: "history" },
  },
  {
    file: "history/OperationDetail",
    notice: "words.refreshFailed",
    key: refreshKey("sandbox", "op-1"),
    shown: history.refreshFailed,
    route: { screen: "history", id: "op-1" },
    given: () => answer("operationList", () => [views.tracked()]),
  },
  {
    file: "keys/KeysBody",
    notice: "COMMON.actionFailed",
    key: resumingOf("rotation-1").key,
    shown: COMMON.actionFailed,
    route: { screen: "keys" },
    given: () => answer("rotationList", () => [views.rotation({ accountId: "sandbox" })]),
  },
  {
    file: "keys/RotationDialog",
    notice: "COMMON.actionFailed",
    key: resumingOf("rotation-1").key,
    shown: COMMON.actionFailed,
    route: onProjects,
    given: () => answer("rotationList", () => [views.rotation({ accountId: "sandbox" })]),
    dialog: { dialog: "rotation", id: "rotation-1" },
    close: FAILURE.dismiss,
  },
  {
    file: "project/GoneProject",
    notice: "GONE.notRecovered",
    key: [...mutationKeys.projectRow("sandbox"), "recover", ID],
    shown: GONE.notRecovered,
    route: onProject(),
    given: () =>
      answer("projectGet", () =>
        views.project({ deletedAt: views.inHours(-1), recoverableUntil: views.inHours(160) }),
      ),
  },
  {
    file: "project/ProjectScreen",
    notice: "failure={clicked}",
    key: [...mutationKeys.projectRow("sandbox"), "copy", ID],
    shown: COMMON.nothingCopied,
    route: onProject("snapshots"),
  },
  {
    file: "project/SettingsPart",
    notice: "SETTINGS.failed",
    key: ["project", "update", "sandbox", ID, "connections"],
    shown: PROJECT_SETTINGS.failed,
    route: onProject("settings"),
    given: () => answer("computeList", () => []),
  },
  {
    file: "projects/ListNotices",
    notice: "COMMON.actionFailed",
    key: [...mutationKeys.projectRow("sandbox"), "copy", ID],
    shown: COMMON.nothingCopied,
    route: onProjects,
  },
  {
    file: "sandbox/ClockCard",
    notice: "CLOCK.unmoved",
    key: advancing.key,
    shown: CLOCK.unmoved,
    route: onSandbox,
    given: withSandbox,
  },
  {
    file: "sandbox/FaultsCard",
    notice: "FAULT.refused",
    key: orderingFault.key,
    shown: FAULT.refused,
    route: onSandbox,
    given: withSandbox,
  },
  {
    file: "sandbox/FaultsCard",
    notice: "FAULT.uncleared",
    key: clearingFaults.key,
    shown: FAULT.uncleared,
    route: onSandbox,
    given: withSandbox,
  },
  {
    file: "sandbox/OptionsCard",
    notice: "PANEL.unsaved",
    key: mutationKeys.settings,
    shown: PANEL.unsaved,
    route: onSandbox,
    given: withSandbox,
  },
  {
    file: "sandbox/Quarantine",
    notice: "QUARANTINE.unrecovered",
    key: puttingBackOf("lost-1").key,
    shown: QUARANTINE.unrecovered("shop / main"),
    route: onSandbox,
    given: withSandbox,
  },
  {
    file: "sandbox/SandboxBanner",
    notice: "PANEL.refused",
    key: mutationKeys.sandbox,
    shown: PANEL.refused,
    route: onProjects,
  },
  {
    file: "sandbox/SandboxScreen",
    notice: "PANEL.refused",
    key: mutationKeys.sandbox,
    shown: PANEL.refused,
    route: onSandbox,
    given: withSandbox,
  },
  {
    file: "save/NextStep",
    notice: "PROGRESS.notShown",
    key: showingOf("row-1").key,
    shown: SAVE.notShown,
    route: onRow,
    given: () =>
      answer("temporaryList", () => ({
        items: [
          views.row({
            saved: {
              into: null,
              to: "/code/a.sql",
              status: "done",
              bytes: 1,
              error: null,
              hint: null,
              endedAt: views.inHours(0),
            },
          }),
        ],
      })),
  },
  {
    file: "settings/SettingsScreen",
    notice: "words.notSaved",
    key: mutationKeys.settings,
    shown: settings.notSaved,
    route: { screen: "settings" },
  },
  {
    file: "temporary/Detail",
    notice: "DETAIL.psqlFailed",
    key: mutationKeys.psql("row-1"),
    shown: DETAIL.psqlFailed,
    route: onRow,
    given: withRow,
  },
  {
    file: "temporary/Detail",
    notice: "DETAIL.copyFailed",
    key: mutationKeys.copy("row-1"),
    shown: DETAIL.copyFailed,
    route: onRow,
    given: withRow,
  },
  {
    file: "temporary/Detail",
    notice: "DETAIL.claimFailed",
    key: claimOf("row-1").key,
    shown: DETAIL.claimFailed,
    route: onRow,
    given: withRow,
  },
  {
    file: "temporary/StateNotice",
    notice: "DETAIL.projectFailed",
    key: openingProjectOf("row-1").key,
    shown: DETAIL.projectFailed,
    route: onRow,
    given: () => answer("temporaryList", () => ({ items: [views.row({ state: "claimed" })] })),
  },
  {
    file: "temporary/TemporaryScreen",
    notice: "LIST.unrefreshed",
    key: refreshAll.key,
    shown: LIST.unrefreshed,
  },
  {
    file: "temporary/TemporaryScreen",
    notice: "LIST.unrestored",
    key: mutationKeys.envUndo,
    shown: LIST.unrestored,
  },
  {
    file: "undo/UndoNotices",
    notice: "NOTICE.failed",
    key: undoingOf(UNDO).key,
    shown: NOTICE.failed("").trim(),
    route: onProjects,
    given: () => answer("undoList", () => [UNDO]),
  },
  {
    file: "updates/UpdatesSetting",
    notice: "UPDATES.notInstalled",
    key: installing.key,
    shown: UPDATES.notInstalled,
    route: { screen: "settings" },
    given: () => answer("updatesState", () => views.updates()),
  },
  {
    file: "updates/UpdatesSetting",
    notice: "UPDATES.notChecked",
    key: checking.key,
    shown: UPDATES.notChecked,
    route: { screen: "settings" },
    given: () => answer("updatesState", () => views.updates()),
  },
  {
    file: "updates/UpdatesSetting",
    notice: "UPDATES.notRestarted",
    key: restarting.key,
    shown: UPDATES.notRestarted,
    route: { screen: "settings" },
    given: () => answer("updatesState", () => views.updates({ installed: "0.2.0" })),
  },
  {
    file: "auth/TransferDialog",
    notice: "words.noLink",
    key: gettingLink(auth).key,
    shown: ownershipWords.noLink,
    route: onProject("auth", "ownership"),
    given: () => answer("authIntegrations", () => [views.integration()]),
    dialog: { dialog: "transferAuth", at: auth },
  },
  {
    file: "auth/TransferDialog",
    notice: "words.notOpened",
    key: openingLink(auth).key,
    shown: ownershipWords.notOpened,
    route: onProject("auth", "ownership"),
    given: () => answer("authIntegrations", () => [views.integration()]),
    dialog: { dialog: "transferAuth", at: auth },
  },
  {
    file: "branches/RestorePreview",
    notice: "PREVIEW.failed",
    key: previewingOf({ accountId: "sandbox", projectId: ID, branchId: "br-main-1" }).key,
    shown: PREVIEW.failed,
    route: onProject("branches"),
    given: withDatabase,
    dialog: { dialog: "restoreBranch", accountId: "sandbox", projectId: ID, branchId: "br-main-1" },
  },
  {
    file: "bulk/BulkDialog",
    notice: "mutations.failure",
    key: pausingOf("bulk-1").key,
    shown: "It was refused",
    route: onProjects,
    given: withTask,
    dialog: { dialog: "bulk", id: "bulk-1" },
    close: FAILURE.dismiss,
  },
  {
    file: "bulk/BulkNotices",
    notice: "TASK.notDismissed",
    key: dismissingTask("bulk-1").key,
    shown: TASK.notDismissed,
    route: onProjects,
    given: withTask,
  },
  {
    file: "diagnostics/DiagnosticsDialog",
    notice: "DIAGNOSTICS.unsaved",
    key: mutationKeys.diagnosticsSave,
    shown: DIAGNOSTICS.unsaved,
    route: { screen: "settings" },
    given: () => refuse("diagnosticsPreview", { message: "The log is gone" }),
    dialog: { dialog: "diagnostics" },
    close: DIAGNOSTICS.close,
  },
  {
    file: "sandbox/SandboxScreen",
    notice: "PANEL.unsaved",
    key: mutationKeys.settings,
    shown: PANEL.unsaved,
    route: onSandbox,
    given() {
      withSandbox();
      answer("settingsGet", () => views.settings({ sandboxOldPostgres: true }));
    },
  },
  {
    file: "save/SaveDialog",
    notice: "SAVE.failed",
    key: mutationKeys.save("row-1"),
    shown: SAVE_DIALOG.failed,
    route: onRow,
    given: withRow,
    dialog: { dialog: "saveTemporary", id: "row-1" },
  },
  {
    file: "save/CopyDialog",
    notice: "COPY.failed",
    key: mutationKeys.copyInto("row-1"),
    shown: COPY.failed,
    route: onRow,
    given: withRow,
    dialog: { dialog: "copyTemporary", id: "row-1" },
  },
  {
    file: "seed/SeedDialog",
    notice: "failure={seeding.failure}",
    key: seedingOf("row-1").key,
    shown: "It was refused",
    route: onRow,
    given: withRow,
    dialog: { dialog: "seedTemporary", id: "row-1" },
  },
  {
    file: "signIn/SignInPage",
    notice: "words.allowFailed",
    key: allowingLocalhost({ ...auth, branchId: "br-main-1" }).key,
    shown: signIn.allowFailed,
    route: onProject("auth", "signIn"),
    given() {
      const { profile } = views.account();
      answer("accountList", () => [views.account({ profile: { ...profile, authByBranch: true } })]);
      answer("authIntegrations", () => [views.integration()]);
    },
  },
  {
    file: "temporary/ClaimDialog",
    notice: "CLAIM.copyFailed",
    key: mutationKeys.copy("row-1"),
    shown: CLAIM.copyFailed,
    route: onRow,
    given() {
      withRow();
      answer("temporaryClaimTarget", () => ({ host: "127.0.0.1:46101", known: false }));
    },
    dialog: { dialog: "claimTemporary", id: "row-1" },
    close: DIALOG.close,
  },
  {
    file: "temporary/DeleteDialog",
    notice: "deletion.failure",
    key: deletionOf("row-1").key,
    shown: "It was refused",
    route: onRow,
    given: withRow,
    dialog: { dialog: "deleteTemporary", id: "row-1" },
  },
  {
    file: "temporary/ForgetDialog",
    notice: "forgetting.failure",
    key: forgettingOf("row-1").key,
    shown: "It was refused",
    route: onRow,
    given: withRow,
    dialog: { dialog: "forgetTemporary", id: "row-1" },
  },
  {
    file: "temporary/ImportDialog",
    notice: "failure={mutation.failure}",
    key: mutationKeys.import,
    shown: IMPORT.failed,
    dialog: { dialog: "importTemporary" },
  },
];

export const REFUSALS: readonly Ending[] = REFUSED.map(refused);
