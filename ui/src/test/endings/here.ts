import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { PROBE } from "@/features/computes/words";
import { setLinkProblem } from "@/features/links/problem";
import { LINK } from "@/features/links/words";
import { NETWORK } from "@/features/network/words";
import { OPTIONS, SERVERS } from "@/features/sandbox/words";
import { PLAN, SEED } from "@/features/seed/words";
import { CREATE_FAILURE, STATE } from "@/features/temporary/words";
import { UPDATES } from "@/features/updates/words";
import type {
  ConnectionProbeView,
  KeychainView,
  SandboxView,
  SaveStateView,
  SeedPlanView,
  SeedStateView,
  ServerView,
  TemporaryView,
  UpdatesView,
} from "@/ipc/generated";
import { STATE as KIT } from "@/kit/words";
import { answer, refuse } from "@/test/backend";
import { deferred, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { asking, type Ending, happens, press } from "./ending";

const ROW = { screen: "temporary", id: "row-1" } as const;

const withRow = (changes: Partial<TemporaryView> = {}) =>
  answer("temporaryList", () => ({ items: [views.row(changes)] }));

/** The same, and the window hears of it. */
const rowChanges = (changes: Partial<TemporaryView> = {}) => {
  withRow(changes);
  happens({ kind: "temporaryChanged", id: "row-1" });
};

/** A database in this state has a notice, until it leaves the list. */
const forgotten = (notice: string, shown: string, changes: Partial<TemporaryView>): Ending => ({
  file: "temporary/StateNotice",
  notice,
  route: ROW,
  given: () => withRow(changes),
  shown,
  end() {
    answer("temporaryList", () => ({ items: [] }));
    happens({ kind: "temporaryForgotten", id: "row-1" });
  },
});

/** What became of a save is shown until another one begins. */
const saved = (notice: string, changes: Partial<SaveStateView>): Ending => {
  const state: SaveStateView = {
    into: null,
    to: "/code/a.sql",
    status: "done",
    bytes: 10,
    error: null,
    hint: null,
    endedAt: views.inHours(0),
    ...changes,
  };
  return {
    file: "save/SaveProgress",
    notice,
    route: ROW,
    given: () => withRow({ saved: state }),
    shown: "save-result",
    end: () => rowChanges({ saved: { ...state, status: "running", endedAt: null } }),
  };
};

/** What an SQL file did is shown until another one runs. */
const seeded = (notice: string, status: SeedStateView["status"]): Ending => {
  const state: SeedStateView = {
    path: "/code/a.sql",
    status,
    statements: 4,
    rowsCopied: 0,
    error: "Line 2 failed",
    hint: null,
    endedAt: views.inHours(0),
  };
  return {
    file: "seed/SeedProgress",
    notice,
    route: ROW,
    given: () => withRow({ seed: state }),
    shown: "seed-result",
    end: () => rowChanges({ seed: { ...state, status: "running", endedAt: null } }),
  };
};

const keychainIs = (status: KeychainView["status"]): Ending => ({
  file: "keychain/KeychainBanner",
  notice: "words.title",
  route: { screen: "settings" },
  given: () => answer("keychainState", () => views.keychain({ status })),
  shown: "keychain-banner",
  end() {
    answer("keychainState", () => views.keychain());
    happens({ kind: "keychainChanged" });
  },
});

const updatesAre = (changes: Partial<UpdatesView>) =>
  answer("updatesState", () => views.updates({ checkedAt: views.inHours(0), ...changes }));

const SERVER: ServerView = {
  projectId: ID,
  endpointId: "ep-quiet-1",
  temporaryId: null,
  name: "shop-prod",
  behindBytes: null,
  state: "asleep",
  port: 54301,
  storageBytes: 0,
  storageLimitBytes: 1_000,
  transferBytes: 0,
  transferLimitBytes: 1_000,
  connections: 0,
  sleepsAt: null,
  error: null,
};

const runs = (changes: Partial<NonNullable<SandboxView["running"]>>) => {
  const { running } = views.sandbox();
  answer("sandboxState", () => views.sandbox({ running: running && { ...running, ...changes } }));
  answer("sandboxRequests", () => []);
  answer("sandboxQuarantine", () => []);
};

const sandboxIs = (changes: Parameters<typeof runs>[0]) => {
  runs(changes);
  happens({ kind: "sandboxChanged" });
};

const probe = (changes: Partial<ConnectionProbeView>): ConnectionProbeView => ({
  accountId: "sandbox",
  projectId: ID,
  branchId: "br-main-1",
  computeId: null,
  state: "failed",
  since: views.inHours(0),
  milliseconds: null,
  error: null,
  ...changes,
});

const PLANNED: SeedPlanView = {
  path: "/code/a.sql",
  bytes: 2_000,
  statements: 3,
  transaction: true,
  transactionNote: null,
};
const inspecting = deferred<SeedPlanView>();

/** Chooses an SQL file in the dialog that is open. */
const chooseFile = async (user: UserEvent) => {
  await retype(user, await screen.findByRole("textbox", { name: SEED.file }), "/code/a.sql");
  await user.tab();
};

const ofBranch = views.folder({
  state: "filled",
  settings: views.folderSettings({
    source: { kind: "branch", accountId: "sandbox", projectId: ID, request: { branchId: "br-main-1" } },
  }),
});

/** Notices about what is on this machine: temporary databases, folders, the sandbox, the keychain, Plinth itself. */
export const HERE: readonly Ending[] = [
  forgotten("CREATE_FAILURE.rowText", CREATE_FAILURE.row, { state: "failed", endpoint: null }),
  forgotten("STATE.expiredText", STATE.expiredText, { state: "expired", endpoint: null }),
  forgotten("STATE.goneText", STATE.gone, { state: "gone", endpoint: null }),
  {
    ...forgotten("STATE.unknownText", STATE.unknown, { state: "unknown" }),
    end: () => rowChanges(),
  },
  saved("PROGRESS.copied", {}),
  saved("PROGRESS.stopped", { status: "cancelled" }),
  saved("PROGRESS.failed", { status: "failed", error: "The disk is full" }),
  seeded("PROGRESS.completed", "done"),
  seeded("PROGRESS.stopped", "cancelled"),
  seeded("PROGRESS.failed", "rolledBack"),
  {
    file: "seed/SeedField",
    notice: "{before}",
    route: ROW,
    given() {
      withRow();
      answer("seedInspect", () => PLANNED);
    },
    begin: asking({ dialog: "seedTemporary", id: "row-1" }),
    shown: SEED.before,
    end: chooseFile,
  },
  {
    file: "seed/SeedField",
    notice: "PLAN.reading",
    route: ROW,
    given() {
      withRow();
      answer("seedInspect", () => inspecting.promise);
    },
    async begin(user) {
      await asking({ dialog: "seedTemporary", id: "row-1" })();
      await chooseFile(user);
    },
    shown: PLAN.reading,
    end: () => inspecting.resolve(PLANNED),
  },
  {
    file: "links/LinkBanner",
    notice: "link-banner",
    begin: () => setLinkProblem({ kind: "welcome" }),
    shown: "link-banner",
    end: (user) => press(user, LINK.dismiss),
  },
  keychainIs("absent"),
  keychainIs("denied"),
  {
    file: "updates/UpdatesSetting",
    notice: "UPDATES.available",
    route: { screen: "settings" },
    given() {
      const release = { version: "0.2.0", notes: "", publishedAt: null, host: "updates.example" };
      updatesAre({ by: "plinth", release });
      answer("updatesInstall", () => views.updates({ installed: "0.2.0" }));
    },
    shown: UPDATES.available("0.2.0"),
    end: (user) => press(user, UPDATES.install),
  },
  {
    file: "updates/UpdatesSetting",
    notice: "UPDATES.installed",
    route: { screen: "settings" },
    given: () => updatesAre({ installed: "0.2.0" }),
    shown: UPDATES.installed("0.2.0"),
    end() {
      updatesAre({ version: "0.2.0" });
      happens({ kind: "updatesChanged" });
    },
  },
  {
    file: "folders/FormerNotice",
    notice: "former-strings",
    route: { screen: "folders" },
    given() {
      answer("folderList", () => ({ items: [ofBranch] }));
      answer("folderStale", () => [{ folder: ofBranch, env: views.preview(), error: null }]);
    },
    shown: "former-strings",
    end() {
      answer("folderStale", () => []);
      happens({ kind: "foldersChanged" });
    },
  },
  {
    file: "computes/ConnectionProbe",
    notice: "probeWords",
    route: { ...onProject("branches"), branch: "br-main-1" },
    given() {
      answer("computeList", () => [views.compute()]);
      answer("connectionProbeList", () => [probe({ state: "failed" })]);
    },
    shown: PROBE.failed,
    end() {
      answer("connectionProbeList", () => []);
      happens({ kind: "connectionProbeChanged", accountId: "sandbox", projectId: ID });
    },
  },
  {
    file: "sandbox/Servers",
    notice: "SERVERS.failed",
    route: { screen: "sandbox" },
    given: () => runs({ servers: [{ ...SERVER, error: "Out of memory" }] }),
    shown: SERVERS.failed(SERVER.name),
    end: () => sandboxIs({ servers: [SERVER] }),
  },
  {
    file: "sandbox/OptionsCard",
    notice: "OPTIONS.restartNeeded",
    route: { screen: "sandbox" },
    given: () => runs({ restartNeeded: true }),
    shown: OPTIONS.restartNeeded,
    end: () => sandboxIs({ restartNeeded: false }),
  },
  {
    file: "network/NetworkScreen",
    notice: "NETWORK.stale",
    route: { screen: "network" },
    async begin() {
      await screen.findByText(NETWORK.empty);
      refuse("networkList", {});
      happens({ kind: "networkChanged" });
    },
    shown: NETWORK.stale,
    end(user) {
      answer("networkList", () => ({ items: [], keptDays: 30 }));
      return press(user, KIT.again);
    },
  },
  {
    file: "kit/state/StaleNotice",
    notice: "STATE.shownAsOf",
    route: { screen: "network" },
    async begin() {
      await screen.findByText(NETWORK.empty);
      refuse("networkList", {});
      happens({ kind: "networkChanged" });
    },
    shown: KIT.shownAsOf,
    end() {
      answer("networkList", () => ({ items: [], keptDays: 30 }));
      happens({ kind: "networkChanged" });
    },
  },
];
