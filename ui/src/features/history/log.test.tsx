import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ActivityView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, pick, pressing } from "@/test/interactions";
import { account, activity } from "@/test/views";
import { openWindow } from "@/test/window";

const entry = (id: string, changes: Partial<ActivityView> = {}): ActivityView =>
  activity({ id, action: `Action ${id}`, ...changes });

test("older entries come page by page", async () => {
  answer("activityList", ({ before }) =>
    before === null ? { items: [entry("2")], next: "2" } : { items: [entry("1")], next: null },
  );
  await pressing(openWindow({ screen: "history" }), "Load older");
  expect(await screen.findByText("Action 1")).toBeTruthy();
  expect(callsOf("activityList").map(({ before }) => before)).toEqual([null, "2"]);
  expect(screen.queryByRole("button", { name: "Load older" })).toBeNull();
});

test("an entry tells how it ended and why, and a new one appears by itself", async () => {
  answer("activityList", () => ({ items: [], next: null }));
  const { user } = openWindow({ screen: "history" });
  expect(await screen.findByText("No history yet")).toBeTruthy();
  answer("activityList", () => ({
    items: [entry("1", { outcome: "unclear", detail: "The reply was lost", requestId: "req-12345" })],
    next: null,
  }));
  publish({ kind: "activityAdded" });
  expect(await screen.findByText("Unclear")).toBeTruthy();
  await user.click(screen.getByText("The reply was lost"));
  const detail = within(await screen.findByRole("complementary", { name: "Action 1" }));
  expect(detail.getByText("The reply was lost.")).toBeTruthy();
  expect(detail.getByRole("button", { name: /Copy request ID/ })).toBeTruthy();
});

test("the filter is answered by the core, and says when nothing fits", async () => {
  answer("accountList", () => [account(), account({ id: "shop", name: "Shop", isCurrent: false })]);
  answer("activityActions", () => ["Create branch", "Delete project"]);
  answer("activityList", ({ filter }) => ({
    items: filter.outcome === "failed" ? [] : [entry("1"), entry("2")],
    next: null,
  }));
  const { user } = openWindow({ screen: "history" });
  await screen.findByText("Action 1");
  const where = () => screen.getByRole("combobox", { name: "Account or project" });
  expect(where().textContent).toBe("All accounts");
  await user.keyboard("/");
  await user.keyboard("import ");
  await pick(user, where(), "Shop");
  await pick(user, screen.getByRole("combobox", { name: "Action" }), "Create branch");
  await pick(user, screen.getByRole("combobox", { name: "State" }), "Failed");
  expect(await screen.findByText(/No matches/)).toBeTruthy();
  expect(callsOf("activityList").at(-1)?.filter).toEqual({
    accountId: "shop",
    outcome: "failed",
    action: "Create branch",
    text: "import",
  });
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("Action 1")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Filter history" }));
});

test("what fits is exported, and how many entries are where is said", async () => {
  answer("activityList", () => ({ items: [entry("1")], next: null }));
  answer("activityPickFile", () => "/home/me/log.csv");
  answer("activityExport", () => 1204);
  const { user } = openWindow({ screen: "history" });
  await user.type(await screen.findByRole("textbox", { name: "Filter history" }), "shop");
  await user.click(await screen.findByRole("button", { name: "Export actions…" }));
  expect((await screen.findByText(/1,204 actions exported to/)).textContent).toContain("/home/me/log.csv");
  expect(callsOf("activityExport")).toEqual([{ filter: { text: "shop" }, path: "/home/me/log.csv" }]);
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/actions exported to/)).toBeNull();
});

test("of a project, what is shown is copied and exported from one menu", async () => {
  answer("activityList", () => ({ items: [entry("1"), entry("2")], next: null }));
  answer("activityPickFile", () => "/home/me/log.csv");
  answer("activityExport", () => 2);
  const ofProject = { accountId: "sandbox", projectId: "shop-prod-12345678" };
  const { user } = openWindow({
    screen: "project",
    account: ofProject.accountId,
    id: ofProject.projectId,
    tab: "history",
  });
  const menu = await screen.findByRole("button", { name: "Export" });
  await choose(user, menu, "Copy as JSON");
  expect(await screen.findByText("2 entries copied as JSON")).toBeTruthy();
  expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject([{ id: "2" }, { id: "1" }]);
  await choose(user, menu, "Export actions…");
  expect((await screen.findByText(/2 actions exported to/)).textContent).toContain("/home/me/log.csv");
  expect(callsOf("activityExport")).toEqual([{ filter: ofProject, path: "/home/me/log.csv" }]);
});

test("an export that fails says why, and one that was given up says nothing", async () => {
  answer("activityList", () => ({ items: [entry("1")], next: null }));
  answer("activityPickFile", () => null);
  refuse("activityExport", { code: "file", message: "The disk is full" });
  const { user } = await pressing(openWindow({ screen: "history" }), "Export actions…");
  expect(callsOf("activityExport")).toEqual([]);
  answer("activityPickFile", () => "/home/me/log.json");
  await user.click(screen.getByRole("button", { name: "Export actions…" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
});

test("an entry shows whose it is, leads to its operation and to its project, and is copied as curl", async () => {
  answer("accountList", () => [account({ name: "My sandbox" })]);
  answer("activityList", () => ({
    items: [
      entry("1", {
        action: "Create branch",
        subject: "shop-prod / import",
        accountId: "sandbox",
        projectId: "shop-prod-1",
        operationIds: ["11111111-2222", "33333333-4444", "55555555-6666"],
        curl: "curl -X POST 'https://api.example/v2'",
      }),
    ],
    next: null,
  }));
  const { user, router } = openWindow({ screen: "history" });
  const table = within(await screen.findByRole("grid", { name: "History" }));
  await choose(user, table.getByRole("button", { name: "Actions for Create branch" }), "Copy as curl");
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe("curl -X POST 'https://api.example/v2'"),
  );
  await user.click(table.getByText("Create branch"));
  const detail = within(await screen.findByRole("complementary", { name: "Create branch" }));
  expect(detail.getByText("This machine")).toBeTruthy();
  expect(detail.getAllByRole("link")).toHaveLength(3);
  await user.click(detail.getByRole("link", { name: "11111111" }));
  expect(router.current()).toEqual({ screen: "history", id: "11111111-2222" });
  await user.click(table.getByText("Create branch"));
  await user.click(await screen.findByRole("button", { name: "Open shop-prod / import" }));
  expect(router.current()).toMatchObject({ screen: "project", account: "sandbox", id: "shop-prod-1" });
});
