/** Every notice, banner and toast has an end: its cause goes, a click takes it away, its dialog closes, or its time is over. */

import { readdirSync, readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { EventView, UndoView } from "@/ipc/generated";
import { toast } from "@/kit/overlay/toasts";
import type { Route } from "@/kit/route/route";
import { answer, publish, refuse } from "@/test/backend";
import { choose } from "@/test/interactions";
import { onProject } from "@/test/projectRoute";
import { account, branch, compute, failure, inHours, keychain, project, row, sandbox } from "@/test/views";
import { openWindow } from "@/test/window";

/**
 * What ends the notices of a file. `state`: the data they are drawn from, which events keep true. `dialog`: the dialog that
 * they stand in. `click`: their own Dismiss, Undo or way out, besides the end of their cause.
 */
const ENDS: Record<"state" | "dialog" | "click", readonly string[]> = {
  state: [
    "accounts/AccountBanner",
    "auth/AuthTab",
    "auth/EnablePage",
    "auth/OwnershipPage",
    "auth/UsersPage",
    "branches/BranchDetail",
    "computes/ComputeDetail",
    "computes/ConnectionProbe",
    "databases/DataTab",
    "emailServer/EmailPage",
    "folders/FolderDetail",
    "folders/FormerNotice",
    "history/ActionDetail",
    "history/History",
    "history/OperationDetail",
    "keychain/KeychainBanner",
    "keys/KeysBody",
    "keys/KeysTab",
    "oauthProviders/ProvidersPage",
    "project/ConnectCard",
    "project/ConnectionsSetting",
    "project/GoneProject",
    "project/HistoryCard",
    "project/HistorySetting",
    "project/SettingsTab",
    "projects/AllNotices",
    "sandbox/OptionsCard",
    "sandbox/SandboxBanner",
    "sandbox/SandboxScreen",
    "sandbox/Servers",
    "save/SaveProgress",
    "seed/SeedProgress",
    "temporary/StateNotice",
    "updates/UpdatesSetting",
    "webhooks/WebhooksPage",
    "kit/layout/SplitView",
    "kit/state/Boundary",
    "kit/state/StaleNotice",
  ],
  dialog: [
    "accounts/RemoveAccountDialog",
    "auth/CreateKeysDialog",
    "auth/TransferDialog",
    "branches/CreateBranchDialog",
    "branches/RestorePreview",
    "bulk/PlanBulkDialog",
    "connect/OneTimeSecretGroupDialog",
    "databases/CreateRoleDialog",
    "databases/NameField",
    "databases/RenameDatabaseDialog",
    "databases/ResetPasswordDialog",
    "diagnostics/DiagnosticsDialog",
    "emailServer/TestEmailDialog",
    "envFile/EnvChange",
    "folders/ImportFoldersDialog",
    "folders/WriteFoldersDialog",
    "keys/LostKeyDialog",
    "keys/RevokeKeyDialog",
    "keys/RotateKeyDialog",
    "oauthProviders/AddProviderDialog",
    "oauthProviders/DeleteProviderDialog",
    "organization/dialogs",
    "save/CopyDialog",
    "seed/SeedField",
    "seed/SeedPlanNotice",
    "signIn/PluginForm",
    "signIn/PluginSections",
    "snapshots/RestoreSnapshotDialog",
    "temporary/ImportDialog",
    "temporary/OptionsDialog",
    "transfers/dialogs",
    "webhooks/WebhooksDialog",
    "kit/overlay/ConfirmDialog",
    "kit/overlay/FormDialog",
  ],
  click: [
    "auth/SdkKeysSection",
    "base/FailureNotice",
    "branches/RestoredNotices",
    "bulk/BulkNotices",
    "history/ExportNotice",
    "links/LinkBanner",
    "temporary/Detail",
    "undo/UndoNotices",
  ],
};

test("every file that shows a notice is listed with what ends it", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".tsx") && !/\.test\.tsx$|^gallery\//.test(path))
    .filter((path) => /<(Notice|Banner)\b/.test(readFileSync(`src/${path}`, "utf8")))
    .map((path) => path.replace(/^features\//, "").replace(/\.tsx$/, ""));
  expect(Object.values(ENDS).flat().sort()).toEqual(files.sort());
});

const DELETED: UndoView = {
  id: "undo-1",
  accountId: "sandbox",
  projectId: "p-1",
  branchId: null,
  name: "mill",
  deletedAt: inHours(-1),
  until: inHours(160),
  bulkId: null,
};

/** A cause that begins, the words or the test id it is seen by, and what ends it. */
interface Scenario {
  route: Route;
  begin(): void;
  shown: string;
  end(user: UserEvent): Promise<void> | void;
}

const happens = (event: EventView) => act(() => publish(event));
const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole("button", { name }));

const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const onBranches: Route = { ...onProject("branches"), branch: "br-main-1" };

const SCENARIOS: Record<string, Scenario> = {
  "a locked keychain, by its unlocking": {
    route: { screen: "settings" },
    begin: () => answer("keychainState", () => keychain({ status: "locked" })),
    shown: "keychain-banner",
    end() {
      answer("keychainState", () => keychain());
      happens({ kind: "keychainChanged" });
    },
  },
  "a rejected key, by another one": {
    route: { screen: "projects" },
    begin: () => answer("accountList", () => [account({ state: "unauthorized" })]),
    shown: "account-banner",
    end() {
      answer("accountList", () => [account()]);
      happens({ kind: "accountsChanged" });
    },
  },
  "a stopped sandbox, by its start": {
    route: { screen: "projects" },
    begin() {
      const problem = failure({ code: "sandboxStopped", message: "The sandbox is not running" });
      answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
      answer("accountList", () => [account({ state: "unavailable", problem })]);
    },
    shown: "sandbox-banner",
    end() {
      answer("sandboxState", () => sandbox());
      answer("accountList", () => [account()]);
      happens({ kind: "sandboxChanged" });
    },
  },
  "a deletion, by its undo": {
    route: { screen: "projects" },
    begin() {
      answer("undoList", () => [DELETED]);
      answer("projectRecover", () => project({ id: "p-1", name: "mill" }));
    },
    shown: "undo-notice",
    end: (user) => press(user, "Undo"),
  },
  "a deletion, by a recovery elsewhere": {
    route: { screen: "projects" },
    begin: () => answer("undoList", () => [DELETED]),
    shown: "undo-notice",
    end() {
      answer("undoList", () => []);
      happens({ kind: "undoChanged" });
    },
  },
  "a deletion, by its dismissal": {
    route: { screen: "projects" },
    begin() {
      answer("undoList", () => [DELETED]);
      answer("undoDismiss", () => null);
    },
    shown: "undo-notice",
    end: (user) => press(user, "Dismiss"),
  },
  "a list that can’t be read, by another try": {
    route: onProject("snapshots"),
    begin: () => refuse("snapshotList", { code: "platform", message: "The platform answered with 500" }),
    shown: "Couldn’t load the snapshots",
    end(user) {
      answer("snapshotList", () => []);
      return press(user, "Try again");
    },
  },
  "an unclear database, by its removal": {
    route: { screen: "temporary", id: "row-1" },
    begin: () =>
      answer("temporaryList", () => ({
        items: [row({ state: "unclear", expiresAt: null, endpoint: null })],
      })),
    shown: "unclear-notice",
    end() {
      answer("temporaryList", () => ({ items: [] }));
      happens({ kind: "temporaryForgotten", id: "row-1" });
    },
  },
  "a claim in progress, by its end": {
    route: { screen: "temporary", id: "row-1" },
    begin: () => answer("temporaryList", () => ({ items: [row({ state: "claiming" })] })),
    shown: "Claim in progress",
    end() {
      answer("temporaryList", () => ({ items: [row({ state: "claimed" })] }));
      happens({ kind: "temporaryChanged", id: "row-1" });
    },
  },
};

describe("a notice ends:", () => {
  test.each(Object.entries(SCENARIOS))("%s", async (_name, { route, begin, shown, end }) => {
    begin();
    const { user } = openWindow(route);
    const seen = () => screen.queryAllByTestId(shown).concat(screen.queryAllByText(shown));
    await waitFor(() => expect(seen()).not.toEqual([]));
    await end(user);
    await waitFor(() => expect(seen()).toEqual([]));
  });

  test("a refused click, by its dismissal and by the next try", async () => {
    answer("branchList", () => [MAIN]);
    answer("computeList", () => [compute()]);
    answer("databaseList", () => []);
    const { user } = openWindow(onBranches);
    await screen.findByRole("heading", { name: "main" });
    const protect = () =>
      choose(user, screen.getByRole("button", { name: "More actions for main" }), /^Protect/);
    refuse("branchUpdate", failure({ code: "platform", message: "The platform is busy" }));
    await protect();
    await user.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await protect();
    await screen.findByRole("alert");
    answer("branchUpdate", () => ({ item: { ...MAIN, isProtected: true }, operations: [] }));
    await protect();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});

describe("a toast ends", () => {
  const seen = (title: string) => screen.queryAllByText(title).length > 0;

  test.each([
    ["after 6 s", {}, 6_000],
    ["after 12 s where something can be undone", { undo: { run() {} } }, 12_000],
  ])("%s", async (_what, words, stay) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openWindow({ screen: "settings" });
    await screen.findByRole("heading", { name: "Settings" });
    act(() => void toast({ title: "Apple copied", ...words }));
    await waitFor(() => expect(seen("Apple copied")).toBe(true));
    await act(() => vi.advanceTimersByTimeAsync(stay - 3_000));
    expect(seen("Apple copied")).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await waitFor(() => expect(seen("Apple copied")).toBe(false));
  });

  test.each(["Undo", "Close this message"])("with its %s", async (button) => {
    const undone = vi.fn();
    const { user } = openWindow({ screen: "settings" });
    await screen.findByRole("heading", { name: "Settings" });
    act(() => void toast({ title: "Apple eaten", undo: { run: undone } }));
    await waitFor(() => expect(seen("Apple eaten")).toBe(true));
    const found = within(document.body);
    // The cross of a toast is for the pointer: its label is read when it has the focus.
    const [first] = button === "Undo" ? found.getAllByText(button) : found.getAllByLabelText(button);
    if (first) await user.click(first);
    await waitFor(() => expect(seen("Apple eaten")).toBe(false));
    expect(undone).toHaveBeenCalledTimes(button === "Undo" ? 1 : 0);
  });
});
