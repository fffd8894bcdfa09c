import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ConsumptionEntryView } from "@/ipc/generated";
import { answer, callsOf, commandsCalled, refuse } from "@/test/backend";
import { pick } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { pointsOf, requestFor, sumOf } from "./HistoryCard";
import { spanOfSeconds, workOfSeconds } from "./usage";

const PLACE = onProject();
beforeEach(() => {
  answer("accountList", () => [views.account({ keyKind: "organization" })]);
  answer("branchList", () => [
    views.branch({ id: "br-dev-2", name: "dev", logicalSize: 9_500_000_000 }),
    views.branch({ isDefault: true }),
  ]);
  answer("databaseList", () => [views.database(), views.database({ name: "shop", owner: "app" })]);
  answer("roleList", () => [
    views.role({ name: "app" }),
    views.role(),
    views.role({ name: "readers", authenticationMethod: "no_login" }),
    views.role({ name: "cloud_admin", isProtected: true }),
  ]);
  answer("connectForms", () => views.connect());
  answer("operationPage", () => ({ items: [], next: null }));
  answer("projectConsumption", () => ({ items: [], next: null }));
});

const shortenedWindow = {
  start: views.inHours(-6),
  bytes: 1_800_000_000,
  projectLimitBytes: 2_000_000_000,
  isShortened: true,
};

test("says what the restore window takes, and why it is shorter than is set", async () => {
  answer("projectGet", () => views.project({ historyRetentionSeconds: 86_400 }));
  answer("branchList", () => [
    views.branch({ isDefault: true, restoreWindow: shortenedWindow }),
    views.branch({
      id: "br-dev-2",
      name: "dev",
      restoreWindow: { ...shortenedWindow, bytes: 0, isShortened: false },
    }),
  ]);
  openWindow(PLACE);
  const settings = await card("Settings");
  expect(await within(settings).findByText("1 day · 1.8 GB of 2 GB")).toBeTruthy();
  // Counted apart, a window can be larger than the storage beside it.
  expect(screen.queryByText("including its restore window")).toBeNull();
  expect(
    within(settings).getByText(
      "Shortened for main: the restore windows of this project reached their limit of 2 GB, or the disk is almost full.",
    ),
  ).toBeTruthy();
});

const card = (name: string) => screen.findByRole("region", { name });
const lastRequest = () => callsOf("connectForms").at(-1)?.source;
const source = (request: object) => ({
  kind: "project",
  accountId: "sandbox",
  projectId: ID,
  request: { computeId: null, ...request },
});

test("connects to the default branch as the owner through the pooler, and as is chosen", async () => {
  const { user } = openWindow(PLACE);
  await card("Connect");
  await waitFor(() =>
    expect(lastRequest()).toEqual(
      source({ database: "svcdb", role: "svcdb_owner", branchId: "br-main-1", pooled: true }),
    ),
  );
  expect(screen.queryByText(/many client connections share/)).toBeNull();
  await pick(user, screen.getByRole("combobox", { name: "Database" }), /shop/);
  await waitFor(() =>
    expect(lastRequest()).toEqual(
      source({ database: "shop", role: "app", branchId: "br-main-1", pooled: true }),
    ),
  );
  await user.click(screen.getByRole("radio", { name: "Direct" }));
  await waitFor(() => expect(lastRequest()).toMatchObject({ request: { pooled: false } }));
  await pick(user, screen.getByRole("combobox", { name: "Branch" }), /dev/);
  await waitFor(() =>
    expect(lastRequest()).toEqual(
      source({ database: "svcdb", role: "svcdb_owner", branchId: "br-dev-2", pooled: false }),
    ),
  );
});

test("in a locked account nothing is connected to, and the string is there all the same", async () => {
  answer("accountList", () => [views.account({ isReadOnly: true })]);
  const { user } = openWindow(PLACE);
  for (const name of ["Test connection", "Open psql"]) {
    const button = await screen.findByRole("button", { name });
    await waitFor(() => expect(button.ariaDisabled).toBe("true"));
    await user.hover(button);
    expect(await screen.findByText("The account is read-only")).toBeTruthy();
    await user.click(button);
    await user.unhover(button);
    await waitFor(() => expect(screen.queryByText("The account is read-only")).toBeNull());
  }
  expect([callsOf("connectCheck"), callsOf("connectPsql")]).toEqual([[], []]);
  expect(screen.getByRole("button", { name: "Reveal Pooled" }).ariaDisabled).toBeNull();
});

test("roles that nobody can connect with are not offered", async () => {
  const { user } = openWindow(PLACE);
  await card("Connect");
  await user.click(await screen.findByRole("combobox", { name: "Role" }));
  const names = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(names).toEqual(["app", "svcdb_owner"]);
});

test("the address says which database it is about", async () => {
  openWindow({ ...PLACE, branch: "br-dev-2", name: "shop" });
  await waitFor(() =>
    expect(lastRequest()).toEqual(
      source({ database: "shop", role: "app", branchId: "br-dev-2", pooled: true }),
    ),
  );
});

test("a branch without a database leads to where one is made, and nothing is asked for", async () => {
  answer("databaseList", () => []);
  const { user, router } = openWindow(PLACE);
  await screen.findByText("This branch has no database yet.");
  await user.click(screen.getByRole("link", { name: "Databases & roles" }));
  expect(router.current()).toEqual({ ...PLACE, tab: "data", branch: "br-main-1" });
  expect(commandsCalled()).not.toContain("connectForms");
});

test("a project without stored passwords says what to do", async () => {
  answer("projectGet", () => views.project({ storesPasswords: false }));
  openWindow(PLACE);
  expect(await screen.findByText(/stores no passwords/)).toBeTruthy();
});

test("what cannot be read is shown with what to do, and the rest is shown all the same", async () => {
  refuse("roleList", { code: "timeout", message: "The platform took too long" });
  const { user } = openWindow(PLACE);
  expect(await screen.findByText("Couldn’t load the connection details")).toBeTruthy();
  expect(await card("Usage this period")).toBeTruthy();
  answer("roleList", () => [views.role({ name: "svcdb_owner" })]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await card("Connect")).toBeTruthy();
});

test("what pooled and direct are for is explained on demand", async () => {
  answer("connectForms", () => views.connect({ pooledEqualsDirect: false, pooledNote: null }));
  const { user } = openWindow(PLACE);
  await user.click(await screen.findByRole("button", { name: "Pooled or direct?" }));
  expect(screen.getByText(/many client connections share/)).toBeTruthy();
  expect(screen.getByText(/For migrations, dumps/)).toBeTruthy();
});

test("everything that the platform reports can be seen and copied, and is folded at first", async () => {
  const details = views.projectDetails({ pgSettings: { work_mem: "8MB" }, allowedIps: ["192.0.2.0/24"] });
  answer("projectGet", () => views.project({ details }));
  const { user } = openWindow(PLACE);
  const fold = await screen.findByRole("button", { name: "All fields" });
  expect(screen.queryByText("k8s-neonvm")).toBeNull();
  await user.click(fold);
  for (const value of ["aws", "k8s-neonvm", "work_mem=8MB", "192.0.2.0/24", "Mon, Sun 02:00–03:00"]) {
    expect(screen.getByText(value)).toBeTruthy();
  }
  await user.click(screen.getByRole("button", { name: "Copy Written" }));
  expect(await window.navigator.clipboard.readText()).toBe("1000000");
  expect(screen.queryByRole("button", { name: "Copy Owner email" })).toBeNull();
});

test("counters stand beside their limits, and what is not reported is not shown as zero", async () => {
  answer("accountList", () => [views.account({ keyKind: "personal" })]);
  answer("userMe", () => ({
    id: "user-1",
    name: "A B",
    email: "a@b.example",
    plan: "launch",
    projectsLimit: 10,
    branchesLimit: 20,
    largestCu: 16,
  }));
  const usage = { ...views.project().usage, computeTimeSeconds: 5400, dataTransferBytes: null };
  answer("projectGet", () => views.project({ usage }));
  openWindow(PLACE);
  const counters = await card("Usage this period");
  expect(await within(counters).findByText("2 of 20 on the launch plan")).toBeTruthy();
  expect(within(counters).getByText("1.5 CU-h")).toBeTruthy();
  expect(within(counters).getByText("Not reported")).toBeTruthy();
  const meter = within(counters).getByRole("meter", { name: "Largest branch" });
  expect(meter.getAttribute("aria-valuetext")).toBe("9.5 GB of 10 GB");
  expect(within(counters).getByText("· nearly full")).toBeTruthy();
});

test("a key that belongs to no user is not asked for one", async () => {
  openWindow(PLACE);
  expect(await within(await card("Usage this period")).findByText("2")).toBeTruthy();
  expect(commandsCalled()).not.toContain("userMe");
});

test("the charts are of a day, or of a week, with a table of the same", async () => {
  answer("projectConsumption", ({ request }) => ({
    items: [
      {
        projectId: ID,
        branchId: null,
        entries: [
          {
            from: request.from,
            to: null,
            plan: "launch",
            metrics: [{ name: "compute_time_seconds", value: 7200 }],
          },
        ],
      },
    ],
    next: null,
  }));
  const { user } = openWindow(PLACE);
  const lately = await card("Usage");
  const table = await within(lately).findByRole("table", { name: "Compute" });
  expect(within(table).getAllByRole("row")).toHaveLength(25);
  expect(within(lately).getByText("2 CU-h total")).toBeTruthy();
  await user.click(within(lately).getByRole("radio", { name: "7 days" }));
  await waitFor(() =>
    expect(callsOf("projectConsumption").at(-1)?.request).toMatchObject({
      granularity: "daily",
      projectIds: [ID],
    }),
  );
  const week = await within(lately).findByRole("table", { name: "Compute" });
  await waitFor(() => expect(within(week).getAllByRole("row")).toHaveLength(8));
});

test("a plan without history says so quietly", async () => {
  refuse("projectConsumption", { code: "platform", message: "The plan has no history" });
  openWindow(PLACE);
  expect(await screen.findByText("No earlier usage")).toBeTruthy();
  expect(screen.getByText(/The plan has no history\./)).toBeTruthy();
});

test("the last five operations are in words, with the way to all", async () => {
  answer("operationPage", () => ({
    items: [
      views.operation({ id: "op-0", status: "failed", statusWord: "Failed", error: "no space" }),
      ...[1, 2, 3, 4, 5].map((at) => views.operation({ id: `op-${at}`, status: "finished", isOver: true })),
    ],
    next: null,
  }));
  const { user, router } = openWindow(PLACE);
  const list = await screen.findByRole("list", { name: "Recent operations" });
  const lines = within(list).getAllByRole("listitem");
  expect(lines).toHaveLength(5);
  expect(lines[0]?.textContent).toContain("Create branch · main");
  expect(lines[0]?.textContent).toContain("no space");
  await user.click(screen.getByRole("link", { name: "Open history" }));
  expect(router.current()).toEqual({ ...PLACE, tab: "history" });
});

test("what is set stands in words, with the way to change it", async () => {
  answer("projectGet", () => views.project({ blocksPublic: true, historyRetentionSeconds: 604_800 }));
  const { user, router } = openWindow(PLACE);
  const settings = await card("Settings");
  expect(within(settings).getByText("0.5–3 CU")).toBeTruthy();
  expect(within(settings).getByText("7 days")).toBeTruthy();
  expect(within(settings).getByText("Private networks only")).toBeTruthy();
  await user.click(within(settings).getByRole("link", { name: "Change settings" }));
  expect(router.current()).toEqual({ ...PLACE, tab: "settings" });
});

test("a range is whole stretches as the platform counts them, up to the one that goes on", () => {
  const now = Date.parse("2026-11-21T12:34:56Z");
  expect(requestFor("day", now)).toEqual({
    granularity: "hourly",
    from: "2026-11-20T13:00:00.000Z",
    to: "2026-11-21T13:00:00.000Z",
  });
  expect(requestFor("week", now)).toEqual({
    granularity: "daily",
    from: "2026-11-15T00:00:00.000Z",
    to: "2026-11-22T00:00:00.000Z",
  });
});

test("each stretch has the value of its own entry, and none where there is no entry", () => {
  const entry = (from: string, value: number): ConsumptionEntryView => ({
    from,
    to: null,
    plan: "launch",
    metrics: [{ name: "written_data_bytes", value }],
  });
  const entries = [entry("2026-11-15T00:00:00Z", 5), entry("2026-11-21T00:00:00Z", 7)];
  const points = pointsOf("week", entries, "2026-11-22T00:00:00.000Z", "written_data_bytes", 0);
  expect(points.map(({ value }) => value)).toEqual([5, null, null, null, null, null, 7]);
  expect(points[0]?.label).toBe("Sun 15 Nov UTC");
  expect(sumOf(points)).toBe(12);
});

test("the hours of a clock that is ahead are its own, and those still to come here name the clock", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(2026, 10, 24, 13));
  const until = new Date(2026, 10, 24, 15).toISOString();
  const labels = pointsOf("day", [], until, "written_data_bytes", 2 * 3_600_000).map(({ label }) => label);
  expect(labels).toHaveLength(24);
  expect(labels[0]).toBe("Mon 23 Nov, 15:00–16:00");
  expect(labels[23]).toBe("Tue 24 Nov, 14:00–15:00 (clock 2 h ahead)");
});

test.each([
  [0, "0 s", "0 CU-h"],
  [42, "42 s", "0.01 CU-h"],
  [10, "10 s", "under 0.01 CU-h"],
  [750, "12 min 30 s", "0.21 CU-h"],
  [5400, "1 h 30 min", "1.5 CU-h"],
  [4_500_000, "1,250 h", "1,250 CU-h"],
])("%i seconds read %s, and as work %s", (seconds, span, work) => {
  expect(spanOfSeconds(seconds)).toBe(span);
  expect(workOfSeconds(seconds)).toBe(work);
});

test("what the connect card does is in the palette, about the connection that is shown", async () => {
  answer("connectCopy", () => 45);
  const { user } = openWindow(PLACE);
  await card("Connect");
  await screen.findByRole("button", { name: /^More ways to use/ });
  const choose = async (typed: string, option: RegExp) => {
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Search actions and names" }), typed);
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await choose("psql with arguments", /^Open psql with arguments…/);
  const dialog = await screen.findByRole("dialog", { name: "Open psql with arguments" });
  expect(dialog.textContent).toContain("Connects to shop-prod / main");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await choose("copy direct", /^Copy direct connection string/);
  await waitFor(() => expect(callsOf("connectCopy")).toEqual([{ source: lastRequest(), form: "direct" }]));
});

test("code for a program is copied from an inner menu of its language", async () => {
  const { forms, ...rest } = views.connect();
  const [first] = forms;
  if (!first) throw new Error("no form");
  const ids = ["node", "postgresJs", "python", "go"] as const;
  answer("connectForms", () => ({
    ...rest,
    forms: [...forms, ...ids.map((id) => ({ ...first, id, label: id, group: "driver" as const }))],
  }));
  answer("connectCopy", () => 45);
  const { user } = openWindow(PLACE);
  await card("Connect");
  await user.click(await screen.findByRole("button", { name: /^More ways to use/ }));
  const outer = await screen.findByRole("menu");
  expect(within(outer).queryByRole("menuitem", { name: "node-postgres" })).toBeNull();
  const inner = within(outer).getByRole("menuitem", { name: "Copy code for JavaScript" });
  expect(within(outer).getAllByRole("menuitem", { name: /^Copy code for/ })).toHaveLength(3);
  inner.focus();
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByRole("menuitem", { name: "postgres.js" })).toBeTruthy();
  await user.click(screen.getByRole("menuitem", { name: "node-postgres" }));
  await waitFor(() => expect(callsOf("connectCopy")).toEqual([{ source: lastRequest(), form: "node" }]));
});
