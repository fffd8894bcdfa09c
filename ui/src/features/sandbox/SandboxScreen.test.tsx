import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ErrorView, LossView, QuarantinedView, ServerView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { pressing, retype } from "@/test/interactions";
import { failure, inHours, row, sandbox, settings } from "@/test/views";
import { openWindow } from "@/test/window";

beforeEach(() => {
  answer("sandboxRequests", () => []);
  answer("sandboxQuarantine", () => []);
});

test("it says where it listens, what it runs on, and what closing does", async () => {
  openWindow({ screen: "sandbox" });
  expect(await screen.findByText("http://127.0.0.1:46101")).toBeTruthy();
  expect(screen.getByText(/17\.11, bundled with Plinth/)).toBeTruthy();
  expect(screen.getByText("NODE_EXTRA_CA_CERTS=/data/sandbox/ca.crt")).toBeTruthy();
  expect(screen.getByText(/Quitting Plinth stops the sandbox/)).toBeTruthy();
});

test("a PostgreSQL with known holes is refused with a switch, and marked once it runs", async () => {
  const refused: ErrorView = failure({
    code: "programMissing",
    message: "PostgreSQL 17.10 has known security holes",
  });
  answer("sandboxState", () => sandbox({ status: "failed", running: null, error: refused }));
  answer("settingsSet", ({ settings: wanted }) => wanted);
  const { user } = openWindow({ screen: "sandbox" });
  const name = "Allow PostgreSQL 17 versions with known vulnerabilities";
  await user.click(await screen.findByRole("switch", { name }));
  await waitFor(() =>
    expect(callsOf("settingsSet")).toMatchObject([{ settings: { sandboxOldPostgres: true } }]),
  );

  const { running } = sandbox();
  const old = running && { ...running, postgresVersion: "17.10", postgresOutdated: true };
  answer("sandboxState", () => sandbox({ running: old }));
  publish({ kind: "sandboxChanged" });
  expect(await screen.findByText(/PostgreSQL 17\.10 has known security holes/)).toBeTruthy();
  expect(screen.getByRole("switch", { name })).toBeTruthy();
});

test("how much it may make is chosen in numbers, also while it does not run", async () => {
  let kept = settings();
  answer("settingsGet", () => kept);
  answer("settingsSet", ({ settings: wanted }) => {
    kept = wanted;
    return wanted;
  });
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  const { user } = openWindow({ screen: "sandbox" });
  const type = async (name: RegExp, text: string) => {
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name });
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    return field;
  };
  const unclaimed = /Unclaimed temporary databases/;
  const disk = /Disk limit/;
  await type(unclaimed, "0");
  expect(screen.getByText("Enter a whole number from 1 to 10000.")).toBeTruthy();
  await type(disk, "-1");
  expect(screen.getByText("Enter a whole number from 1 to 100000.")).toBeTruthy();
  expect(callsOf("settingsSet")).toEqual([]);
  await type(unclaimed, "200");
  await waitFor(() => expect(kept).toMatchObject({ sandboxMaxUnclaimed: 200, sandboxMaxDiskGb: null }));

  answer("sandboxState", () => sandbox());
  publish({ kind: "sandboxChanged" });
  await screen.findByTestId("sandbox-disk");
  await type(disk, "30");
  await waitFor(() => expect(kept).toMatchObject({ sandboxMaxUnclaimed: 200, sandboxMaxDiskGb: 30 }));
  const field = await type(disk, " ");
  await waitFor(() => expect(kept.sandboxMaxDiskGb).toBeNull());
  expect(field.value).toBe("");
  expect(screen.queryByText(/Enter a whole number/)).toBeNull();
});

test("the folder of the databases is shown where it is not in the data folder", async () => {
  const { running } = sandbox();
  const serversFolder = "/var/lib/plinth-sandbox/quiet-hill";
  answer("sandboxState", () => sandbox({ running: running && { ...running, serversFolder } }));
  openWindow({ screen: "sandbox" });
  const term = await screen.findByText("Databases", { selector: "dt" });
  expect(term.nextElementSibling?.textContent).toContain(serversFolder);
});

test("a disk that was not measured yet is being measured", async () => {
  const { running } = sandbox();
  const disk = running && { ...running.disk, usedBytes: null, parts: [] };
  answer("sandboxState", () => sandbox({ running: running && disk && { ...running, disk } }));
  openWindow({ screen: "sandbox" });
  expect(await screen.findByText("Measuring disk usage…")).toBeTruthy();
});

test("stopping and starting are followed by events", async () => {
  answer("sandboxStop", () => sandbox({ status: "stopped", running: null }));
  await pressing(openWindow({ screen: "sandbox" }), "Stop");
  expect(await screen.findByText("The sandbox is not running")).toBeTruthy();
  answer("sandboxState", () => sandbox());
  publish({ kind: "sandboxChanged" });
  await waitFor(() => expect(screen.getByTestId("sandbox-status").textContent).toBe("Running"));
});

async function askForReset(names: readonly string[]) {
  withServers(names.map((name, index) => ({ name, endpointId: `ep-${index}` })));
  const { user } = openWindow({ screen: "sandbox" });
  await user.click(await screen.findByRole("button", { name: "More actions for the sandbox" }));
  await user.click(await screen.findByRole("menuitem", { name: "Reset the sandbox…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reset the sandbox?" }));
  return { user, dialog, list: dialog.queryByRole("list", { name: "Databases to be deleted" }) };
}

test("a reset names what goes and wants its word typed", async () => {
  answer("sandboxReset", () => sandbox());
  const { user, dialog } = await askForReset(["quiet-harbour"]);
  expect(dialog.getByText("quiet-harbour")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("textbox")));
  const confirm = dialog.getByRole("button", { name: "Reset and delete all data" });
  expect(confirm).toHaveProperty("disabled", true);
  const field = dialog.getByRole("textbox", { name: "Type reset to confirm" });
  await user.type(field, "rese{Enter}");
  expect(confirm).toHaveProperty("disabled", true);
  expect(callsOf("sandboxReset")).toEqual([]);
  await user.type(field, "t{Enter}");
  await waitFor(() => expect(callsOf("sandboxReset")).toHaveLength(1));
});

const LONG = `${"customer-analytics-warehouse-".repeat(8)}eu-central-1 / preview`;
const NAMES = ["quiet-harbour", "Bücher 🐘", "注文データベース", "مخزن", "shop / dev", "shop / dev", LONG];

test.each([
  [0, "All sandbox data will be deleted. There are no databases now."],
  [1, "The only database in the sandbox will be deleted with all its data."],
  [9, "All 9 databases in the sandbox will be deleted with all data."],
  [300, "All 300 databases in the sandbox will be deleted with all data."],
])("a reset of %i databases names each of them and says how many they are", async (count, words) => {
  const names = Array.from({ length: count }, (_, at) => NAMES[at] ?? `database-${at}`);
  const { dialog, list } = await askForReset(names);
  expect(dialog.getByText((text) => text.startsWith(words))).toBeTruthy();
  const lines = list ? within(list).getAllByRole("listitem") : [];
  expect(list === null).toBe(count === 0);
  expect(lines.map((line) => line.title || line.textContent)).toEqual(names);
  // Only what is cut needs to be told whole.
  const cut = lines.filter(({ title }) => title !== "").map(({ textContent }) => textContent);
  expect(cut).toEqual(count > NAMES.length ? ["customer-analytics-war…u-central-1 / preview"] : []);
});

test("a reset of a sandbox that is stopped names what is known of it", async () => {
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  answer("temporaryList", () => ({
    items: [
      row(),
      row({ id: "row-2", name: "over", state: "expired" }),
      row({ id: "row-3", serviceKind: "neon" }),
    ],
  }));
  const { user } = openWindow({ screen: "sandbox" });
  await user.click(await screen.findByRole("button", { name: "More actions for the sandbox" }));
  await user.click(await screen.findByRole("menuitem", { name: "Reset the sandbox…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reset the sandbox?" }));
  expect(
    dialog.getByText(
      /^All sandbox databases will be deleted with all data, including 1 temporary database\./,
    ),
  ).toBeTruthy();
  expect(dialog.getAllByRole("listitem").map((line) => line.textContent)).toEqual(["quiet-harbour"]);
});

test("the clock goes forward by a step or by what is typed", async () => {
  answer("sandboxAdvance", () => sandbox());
  const { user } = await pressing(openWindow({ screen: "sandbox" }), "+ 71 h 45 min");
  await waitFor(() => expect(callsOf("sandboxAdvance")).toEqual([{ seconds: 258_300 }]));
  const field = screen.getByRole("textbox", { name: "Move the clock forward by" });
  await user.type(field, "soon{Enter}");
  expect(screen.getByText(/Enter a duration/)).toBeTruthy();
  expect(field).toHaveProperty("value", "soon");
  await retype(user, field, "2 h{Enter}");
  await waitFor(() => expect(callsOf("sandboxAdvance").at(-1)).toEqual({ seconds: 7_200 }));
});

test("what a move of the clock would destroy is named before it is made", async () => {
  answer("sandboxAdvance", () => sandbox());
  answer("sandboxLostAfter", ({ seconds }) =>
    seconds < 80_000 ? [] : [{ kind: "temporaryDatabase" as const, name: "quiet-harbour" }],
  );
  const { user } = openWindow({ screen: "sandbox" });
  await user.click(await screen.findByRole("button", { name: "+ 24 h" }));
  const dialog = await screen.findByRole("dialog", { name: "Move the clock forward by 24 h?" });
  expect(within(dialog).getByText("quiet-harbour")).toBeTruthy();
  expect(callsOf("sandboxAdvance")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "+ 1 h" }));
  await waitFor(() => expect(callsOf("sandboxAdvance")).toEqual([{ seconds: 3_600 }]));
  await user.click(screen.getByRole("button", { name: "+ 24 h" }));
  await user.click(await screen.findByRole("button", { name: "Move and delete 1 item" }));
  await waitFor(() => expect(callsOf("sandboxAdvance").at(-1)).toEqual({ seconds: 86_400 }));
});

test("everything that a move of the clock would destroy is named, also what has the same name", async () => {
  const complained = vi.spyOn(console, "error");
  const lost: LossView[] = [
    ...["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => ({ kind: "temporaryDatabase" as const, name })),
    { kind: "branch", name: "shop-test / dev" },
    { kind: "branch", name: "shop-test / dev" },
    { kind: "deletedProject", name: "shop-test" },
  ];
  answer("sandboxLostAfter", () => lost);
  await pressing(openWindow({ screen: "sandbox" }), "+ 24 h");
  const list = within(await screen.findByRole("region", { name: "What will be deleted" }));
  expect(list.getAllByRole("listitem")).toHaveLength(11);
  const names = (kind: string) =>
    within(list.getByRole("list", { name: kind }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(names("Temporary databases")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  expect(names("Branches")).toEqual(["shop-test / dev", "shop-test / dev"]);
  expect(names("Deleted project, no longer recoverable")).toEqual(["shop-test"]);
  expect(complained.mock.calls.filter(([words]) => String(words).includes("same key"))).toEqual([]);
  complained.mockRestore();
});

test("faults are ordered and taken back", async () => {
  const { running } = sandbox();
  const fault = { id: "1", kind: "cut", target: "update", route: "PATCH /api/**", times: 2 } as const;
  answer("sandboxFaultOrder", () => sandbox({ running: running && { ...running, faults: [fault] } }));
  answer("sandboxFaultClear", () => sandbox());
  const { user } = await pressing(openWindow({ screen: "sandbox" }), "Inject");
  await waitFor(() =>
    expect(callsOf("sandboxFaultOrder")).toEqual([{ fault: "rateLimited", target: "create", times: 1 }]),
  );
  expect(await screen.findByText("Truncated response")).toBeTruthy();
  expect(screen.getByText("· Updates · 2 times left")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(await screen.findByText(/No faults\./)).toBeTruthy();
});

test("what uses the disk is shown with what it is, and until when", async () => {
  const { running } = sandbox();
  const disk = {
    usedBytes: 17_300_000_000,
    maxBytes: 20_000_000_000,
    clones: true,
    parts: [
      { kind: "projects" as const, bytes: 9_000_000_000, count: 320, until: null },
      { kind: "branches" as const, bytes: 30_000_000, count: 1, until: null },
      { kind: "deletedProjects" as const, bytes: 8_000_000_000, count: 280, until: inHours(48) },
      { kind: "logs" as const, bytes: 270_000_000, count: 601, until: null },
    ],
    histories: [
      { projectId: "p-1", name: "Mill", bytes: 212_000_000, limitBytes: 2_000_000_000, shortened: [] },
      {
        projectId: "p-2",
        name: "Shop",
        bytes: 1_990_000_000,
        limitBytes: 2_000_000_000,
        shortened: ["main"],
      },
    ],
  };
  answer("sandboxState", () => sandbox({ running: running && { ...running, disk } }));
  openWindow({ screen: "sandbox" });
  const meter = await screen.findByRole("meter", { name: "Disk used by the sandbox" });
  expect(meter.getAttribute("aria-valuetext")).toBe("17.3 GB of 20 GB");
  const detailOf = (term: string) =>
    screen.getByText(term, { selector: "dt" }).nextElementSibling?.textContent;
  expect(detailOf("Projects")).toBe("9 GB · 320 projects");
  expect(detailOf("Branches")).toBe("30 MB · 1 branch");
  expect(detailOf("Deleted projects")).toMatch(/^8 GB · 280 projects · last one expires \d+ \w+$/);
  expect(detailOf("Logs")).toBe("270 MB");
  expect(screen.queryByText("Templates")).toBeNull();
  expect(screen.getByText(/^This file system shares blocks/)).toBeTruthy();
  expect(detailOf("Mill")).toBe("212 MB of 2 GB");
  expect(detailOf("Shop")).toBe(
    "2 GB of 2 GBShortened for main: the limit was reached, or the disk is almost full.",
  );
});

test("deleted projects and branches are purged once their list was shown and the word was typed", async () => {
  const { running } = sandbox();
  const parts = [{ kind: "deletedBranches" as const, bytes: 53_000_000, count: 2, until: inHours(48) }];
  const disk = running && { ...running.disk, parts };
  answer("sandboxState", () => sandbox({ running: running && disk && { ...running, disk } }));
  const deleted = [
    { kind: "branch" as const, id: "br-1", name: "dev", projectId: "p-1", projectName: "mill" },
    { kind: "project" as const, id: "p-0", name: "shop", projectId: "p-0", projectName: "shop" },
  ].map((item) => ({
    ...item,
    bytes: 26_500_000,
    deletedAt: inHours(-100),
    recoverableUntil: inHours(48),
  }));
  answer("sandboxDeletedItems", () => deleted);
  answer("sandboxPurge", () => deleted);
  const { user } = await pressing(openWindow({ screen: "sandbox" }), "Purge deleted projects and branches…");
  const dialog = within(await screen.findByRole("dialog", { name: "Purge deleted projects and branches?" }));
  expect(await dialog.findByText(/^2 deleted projects and branches hold 53 MB of disk space\./)).toBeTruthy();
  const lines = within(dialog.getByRole("list", { name: "Deleted projects and branches" })).getAllByRole(
    "listitem",
  );
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Branch mill \/ dev · 26\.5 MB · expires /),
    expect.stringMatching(/^Project shop · 26\.5 MB · expires /),
  ]);
  const confirm = dialog.getByRole("button", { name: "Purge 2 projects and branches" });
  expect(confirm).toHaveProperty("disabled", true);
  await user.type(dialog.getByRole("textbox", { name: "Type purge to confirm" }), "purge{Enter}");
  await waitFor(() => expect(callsOf("sandboxPurge")).toEqual([{ ids: ["br-1", "p-0"] }]));
});

test("deleted projects and branches are purged for new ones only after that was chosen", async () => {
  let kept = settings();
  answer("settingsGet", () => kept);
  answer("settingsSet", ({ settings: wanted }) => {
    kept = wanted;
    return wanted;
  });
  const { user } = openWindow({ screen: "sandbox" });
  const name = "Purge deleted projects and branches when the disk limit is reached";
  const choice = await screen.findByRole("switch", { name });
  expect(choice.getAttribute("aria-checked")).toBe("false");
  await user.click(choice);
  await waitFor(() => expect(kept.sandboxPurgeDeletedWhenFull).toBe(true));
});

function withServers(each: ReadonlyArray<Partial<ServerView>>) {
  const servers = each.map<ServerView>((changes) => ({
    projectId: "project-1",
    endpointId: "ep-1",
    temporaryId: null,
    name: "quiet-harbour",
    state: "awake",
    port: 54_301,
    storageBytes: 0,
    storageLimitBytes: 100_000_000,
    transferBytes: 0,
    transferLimitBytes: 1_000_000_000,
    connections: 0,
    behindBytes: null,
    sleepsAt: null,
    error: null,
    ...changes,
  }));
  const { running } = sandbox();
  answer("sandboxState", () => sandbox({ running: running && { ...running, servers } }));
}

test("a server that would not go to sleep says why, until that is put away", async () => {
  withServers([{ state: "awake" }]);
  refuse("sandboxServerSleep", { code: "database", message: "A connection does not end" });
  const { user } = await pressing(openWindow({ screen: "sandbox" }), "Suspend quiet-harbour");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t start or suspend quiet-harbour");
  expect(alert.textContent).toContain("A connection does not end");
  await user.click(within(alert).getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("how many servers run at once is said, and by what it was chosen", async () => {
  withServers([{}]);
  openWindow({ screen: "sandbox" });
  expect(
    await screen.findByText(/^Up to 24 servers run at once: as many as fit into free memory/),
  ).toBeTruthy();
});

test("why a server failed can be read without pointing at anything", async () => {
  withServers([{ state: "failed", error: "The data folder is not readable" }]);
  openWindow({ screen: "sandbox" });
  expect(await screen.findByText("The data folder is not readable.")).toBeTruthy();
});

const lost: QuarantinedView = {
  id: "br-1.20260101T000000Z",
  kind: "branch",
  name: "shop / main",
  path: "/data/sandbox/servers/quarantine/br-1.20260101T000000Z",
  sizeBytes: 34_600_000,
  putAsideAt: new Date().toISOString(),
  lastUsedAt: null,
  postgres: "17",
  isWhole: true,
};
const damaged: QuarantinedView = {
  ...lost,
  id: "world.db.damaged-20260101T000000Z",
  kind: "catalogue",
  name: "world.db.damaged-20260101T000000Z",
  isWhole: false,
};

test("an empty quarantine says so", async () => {
  openWindow({ screen: "sandbox" });
  expect(await screen.findByText(/All data on disk belongs to a sandbox database/)).toBeTruthy();
});

test("what was put aside is listed with its size, and put back by a click", async () => {
  answer("sandboxQuarantine", () => [lost, damaged]);
  answer("sandboxQuarantinePutBack", () => [damaged]);
  const { user } = openWindow({ screen: "sandbox" });
  const table = within(await screen.findByRole("grid", { name: "Quarantine" }));
  expect(table.getByText("shop / main")).toBeTruthy();
  expect(table.getByText("Database, PostgreSQL 17")).toBeTruthy();
  expect(table.getByText("Damaged state store")).toBeTruthy();
  expect(screen.getByText(/69.2 MB/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: `Recover ${damaged.name}` })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Recover shop / main" }));
  await waitFor(() => expect(callsOf("sandboxQuarantinePutBack")).toEqual([{ id: lost.id }]));
  await waitFor(() => expect(screen.queryByText("shop / main")).toBeNull());
});

test("how long ago something was quarantined and last used is shown by this machine's clock", async () => {
  const { running } = sandbox();
  answer("sandboxState", () =>
    sandbox({ running: running && { ...running, clockOffsetMs: 48 * 3_600_000 } }),
  );
  const used = { ...lost, putAsideAt: inHours(-2.5), lastUsedAt: inHours(-5.5) };
  const unused = { ...damaged, putAsideAt: inHours(-1.5), lastUsedAt: null };
  answer("sandboxQuarantine", () => [used, unused]);
  openWindow({ screen: "sandbox" });
  const table = within(await screen.findByRole("grid", { name: "Quarantine" }));
  const heads = table.getAllByRole("columnheader").map((head) => head.textContent);
  const agesOf = async (name: string) => {
    const line = (await table.findByText(name)).closest<HTMLElement>("[role=row]");
    const cells = line ? within(line).getAllByRole("gridcell") : [];
    return ["Last used", "Found"].map((head) => cells[heads.indexOf(head)]?.textContent);
  };
  await screen.findByTestId("sandbox-disk");
  expect(await agesOf(used.name)).toEqual(["5 h ago", "2 h ago"]);
  expect(await agesOf(unused.name)).toEqual(["Unknown", "1 h ago"]);
});

test("why something was not put back stands above the table", async () => {
  answer("sandboxQuarantine", () => [lost]);
  refuse("sandboxQuarantinePutBack", { code: "platform", message: "The data is of PostgreSQL 16" });
  await pressing(openWindow({ screen: "sandbox" }), "Recover shop / main");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t recover shop / main");
  expect(alert.textContent).toContain("The data is of PostgreSQL 16");
  expect(screen.getByText("shop / main")).toBeTruthy();
});

test("deleting what was put aside names it and wants its word typed", async () => {
  answer("sandboxQuarantine", () => [lost]);
  answer("sandboxQuarantineDelete", () => []);
  const { user } = openWindow({ screen: "sandbox" });
  await user.click(await screen.findByRole("button", { name: "Delete shop / main" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete shop / main?" }));
  expect(dialog.getByText(lost.path)).toBeTruthy();
  const doIt = dialog.getByRole("button", { name: "Delete permanently" });
  await user.type(dialog.getByRole("textbox", { name: "Type delete to confirm" }), "delet");
  expect(doIt).toHaveProperty("disabled", true);
  await user.type(dialog.getByRole("textbox", { name: "Type delete to confirm" }), "e{Enter}");
  await waitFor(() => expect(callsOf("sandboxQuarantineDelete")).toEqual([{ id: lost.id }]));
  expect(await screen.findByText(/All data on disk belongs to a sandbox database/)).toBeTruthy();
});

test("what is only recorded is folded away, and there also while it does not run", async () => {
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  const { user } = openWindow({ screen: "sandbox" });
  const card = within(await screen.findByRole("region", { name: "Not enforced" }));
  expect(card.queryByText("maintenance_window")).toBeNull();
  await user.click(card.getByRole("button", { name: "2 settings" }));
  expect(card.getByText("maintenance_window")).toBeTruthy();
  expect(card.getByText("Usage is counted, but nothing is stopped")).toBeTruthy();
});
