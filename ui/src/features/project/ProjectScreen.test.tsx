import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Route } from "@/kit/route/route";
import { answer, callsOf, commandsCalled, publish, refuse } from "@/test/backend";
import { deferred, pressing } from "@/test/interactions";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const ID = "shop-prod-12345678";
const route = (tab?: string): Route => ({
  screen: "project",
  account: "sandbox",
  id: ID,
  ...(tab && { tab }),
});

beforeEach(() => {
  answer("computeList", () => [views.compute()]);
  answer("databaseList", () => []);
  answer("roleList", () => []);
  answer("operationPage", () => ({ items: [], next: null }));
  answer("connectForms", () => views.connect());
  answer("projectConsumption", () => ({ items: [], next: null }));
  refuse("userMe", { code: "platform", message: "This key belongs to no user" });
});

test("a project opens at its overview, and is followed and remembered once", async () => {
  openWindow(route());
  expect(await screen.findByRole("heading", { level: 1, name: "shop-prod" })).toBeTruthy();
  expect(screen.getByRole("tab", { name: "Overview" }).ariaSelected).toBe("true");
  await waitFor(() => expect(callsOf("operationFollow")).toEqual([{ accountId: "sandbox", projectId: ID }]));
  expect(callsOf("accountRemember")).toEqual([{ id: "sandbox", organizationId: null, projectId: ID }]);
  expect(commandsCalled()).not.toContain("accountChoose");
});

test("the tabs are places: each is in the address and the way back leads to the list", async () => {
  const { user, router } = openWindow(route());
  await user.click(await screen.findByRole("tab", { name: "Settings" }));
  expect(router.current()).toEqual(route("settings"));
  await user.keyboard("{ArrowLeft}");
  expect(router.current()).toEqual(route("keys"));
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Projects" }));
  expect(router.current()).toEqual({ screen: "projects" });
});

test("a tab that there is not is the overview", async () => {
  openWindow(route("weather"));
  expect((await screen.findByRole("tab", { name: "Overview" })).ariaSelected).toBe("true");
});

test("a project of another account brings that account to the front", async () => {
  answer("accountList", () => [
    views.account({ isCurrent: false }),
    views.account({ id: "work", name: "Work", isCurrent: true }),
  ]);
  openWindow(route());
  await waitFor(() => expect(callsOf("accountChoose")).toEqual([{ id: "sandbox" }]));
});

test("what holds changes back stands beside the name in words", async () => {
  answer("accountList", () => [views.account({ isProduction: true, isReadOnly: true })]);
  answer("projectGet", () => views.project({ isLocked: true }));
  openWindow(route());
  const main = await screen.findByRole("main");
  expect(await within(main).findByText("Production")).toBeTruthy();
  expect(within(main).getByText("Read-only account")).toBeTruthy();
  expect(within(main).getByText("Busy")).toBeTruthy();
});

test("a lock that ended before its operations were followed is not shown for ever", async () => {
  const { promise, resolve: follow } = deferred<void>();
  answer("projectGet", () => views.project({ isLocked: true }));
  answer("operationFollow", async () => {
    await promise;
    return null;
  });
  openWindow(route());
  const main = await screen.findByRole("main");
  expect(await within(main).findByText("Busy")).toBeTruthy();
  await waitFor(() => expect(callsOf("operationFollow")).toHaveLength(1));

  answer("projectGet", () => views.project({ isLocked: false }));
  follow();
  await waitFor(() => expect(within(main).queryByText("Busy")).toBeNull());
});

test("the storage that a list tells is that of the project, too", async () => {
  const used = (storageBytes: number) => ({ ...views.project().usage, storageBytes });
  answer("projectGet", () => views.project({ id: ID, usage: used(0) }));
  const { user } = openWindow(route());
  expect((await screen.findByRole("region", { name: "Usage this period" })).textContent).toContain("0 B");
  answer("projectPage", ({ scope }) => ({
    items: scope === "own" ? [views.project({ id: ID, usage: used(7_500_000) })] : [],
    next: null,
    unavailable: [],
  }));
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Projects" }));
  await user.dblClick(await screen.findByText("shop-prod"));
  const card = await screen.findByRole("region", { name: "Usage this period" });
  expect(card.textContent).toContain("7.5 MB");
  expect(callsOf("projectGet")).toHaveLength(1);
});

test("offline, the project is shown as it was last read, with its age and why", async () => {
  refuse("projectGet", { code: "offline", message: "api.example is not reachable" });
  answer("projectCached", ({ scope }) => (scope === "own" ? views.kept([views.project()], -2.1) : null));
  openWindow(route("settings"));
  expect(await screen.findByRole("heading", { level: 1, name: "shop-prod" })).toBeTruthy();
  expect(screen.getByText(/api.example is not reachable/)).toBeTruthy();
  expect(screen.getByText(/Shown as of/).textContent).toContain("2 h ago");
});

test("a stopped sandbox offers to start it, and a retry reads the project", async () => {
  refuse("projectGet", { code: "sandboxStopped", message: "The sandbox is stopped" });
  const { user } = openWindow(route());
  const main = await screen.findByRole("main");
  expect(await within(main).findByRole("button", { name: "Start the sandbox" })).toBeTruthy();
  answer("projectGet", () => views.project());
  await user.click(within(main).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "shop-prod" })).toBeTruthy();
  expect(within(main).queryByRole("alert")).toBeNull();
});

test("a project that went meanwhile says so and offers the list", async () => {
  const { user, router } = openWindow(route("settings"));
  await screen.findByRole("heading", { level: 1, name: "shop-prod" });
  refuse("projectGet", { code: "notFound", message: "The project is not there" });
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: ID });
  expect(await screen.findByText("shop-prod was not found")).toBeTruthy();
  expect(screen.queryByRole("tab")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show deleted projects" }));
  expect(router.current()).toEqual({ screen: "projects", tab: "deleted" });
});

test("a project that was deleted here is recovered in place, once", async () => {
  refuse("projectGet", { code: "notFound", message: "The project is not there" });
  answer("undoList", () => [
    {
      id: "undo-1",
      accountId: "sandbox",
      projectId: ID,
      branchId: null,
      name: "shop-prod",
      deletedAt: views.inHours(-1),
      until: views.inHours(167),
      bulkId: null,
    },
  ]);
  answer("projectRecover", () => {
    answer("projectGet", () => views.project());
    return views.project();
  });
  const { user } = openWindow(route());
  await user.dblClick(await screen.findByRole("button", { name: "Recover shop-prod" }));
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeTruthy();
  expect(callsOf("projectRecover")).toEqual([{ accountId: "sandbox", projectId: ID }]);
});

test("a refused recovery says why and stays", async () => {
  answer("projectGet", () =>
    views.project({ deletedAt: views.inHours(-1), recoverableUntil: views.inHours(167) }),
  );
  refuse("projectRecover", { code: "platform", message: "The time to recover it is over" });
  await pressing(openWindow(route()), "Recover shop-prod");
  expect(await screen.findByText("Couldn’t recover the project")).toBeTruthy();
  expect(screen.getByText(/time to recover it is over/)).toBeTruthy();
});

test("Connect copies the string of the default branch in one click", async () => {
  answer("databaseList", () => [views.database()]);
  answer("connectCopy", () => 45);
  await pressing(openWindow(route("settings")), "Connect");
  await waitFor(() =>
    expect(callsOf("connectCopy")).toEqual([
      {
        source: {
          kind: "project",
          accountId: "sandbox",
          projectId: ID,
          request: {
            database: "svcdb",
            role: "svcdb_owner",
            branchId: "br-main-1",
            computeId: null,
            pooled: true,
          },
        },
        form: "pooled",
      },
    ]),
  );
  expect(await screen.findByText("Connection string copied")).toBeTruthy();
  expect(screen.getByText("Clears in 45 s.")).toBeTruthy();
});

test("Connect says what to do where the project keeps no passwords", async () => {
  answer("databaseList", () => [views.database()]);
  answer("projectGet", () => views.project({ storesPasswords: false }));
  answer("connectCopy", () => 45);
  const { user, router } = await pressing(openWindow(route("settings")), "Connect");
  expect(await screen.findByText("Copied without a password")).toBeTruthy();
  const [message] = await screen.findAllByRole("button", { name: "Databases & roles" });
  if (message) await user.click(message);
  expect(router.current()).toEqual(route("data"));
});

test("beside Connect stand psql and the way to every other connection", async () => {
  const { user, router } = await pressing(openWindow(route("settings")), "More ways to connect");
  expect(await screen.findByRole("menuitem", { name: /Open psql/ })).toBeTruthy();
  await user.click(screen.getByRole("menuitem", { name: "Choose branch, database and role…" }));
  expect(router.current()).toEqual(route());
});
