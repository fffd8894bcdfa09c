import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ActivityView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, pick, pressing } from "@/test/hands";
import { account, inHours } from "@/test/views";
import { openWindow } from "@/test/window";

const entry = (id: string, changes: Partial<ActivityView> = {}): ActivityView => ({
  id,
  at: inHours(-1),
  action: `Action ${id}`,
  subject: "quiet-harbour",
  place: "This machine",
  outcome: "done",
  detail: null,
  requestId: null,
  temporaryId: null,
  accountId: null,
  projectId: null,
  operationIds: [],
  curl: null,
  ...changes,
});

test("older entries come page by page", async () => {
  answer("activityList", (_filter, before) =>
    before === null ? { items: [entry("2")], next: "2" } : { items: [entry("1")], next: null },
  );
  await pressing(openWindow({ screen: "activity" }), "Load older entries");
  expect(await screen.findByText("Action 1")).toBeTruthy();
  expect(callsOf("activityList").map(([, before]) => before)).toEqual([null, "2"]);
  expect(screen.queryByRole("button", { name: "Load older entries" })).toBeNull();
});

test("an entry tells how it ended and why, and a new one appears by itself", async () => {
  answer("activityList", () => ({ items: [], next: null }));
  openWindow({ screen: "activity" });
  expect(await screen.findByText("No activity yet")).toBeTruthy();
  answer("activityList", () => ({
    items: [entry("1", { outcome: "unclear", detail: "The reply was lost", requestId: "req-12345" })],
    next: null,
  }));
  publish({ kind: "activityAdded" });
  expect(await screen.findByText("Unclear")).toBeTruthy();
  expect(screen.getByText("The reply was lost")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Copy request ID/ })).toBeTruthy();
});

test("the filter is answered by the core, and says when nothing fits", async () => {
  answer("accountList", () => [account(), account({ id: "shop", name: "Shop", isCurrent: false })]);
  answer("activityActions", () => ["Create branch", "Delete project"]);
  answer("activityList", (filter) => ({
    items: filter.outcome === "failed" ? [] : [entry("1"), entry("2")],
    next: null,
  }));
  const { user } = openWindow({ screen: "activity" });
  await screen.findByText("Action 1");
  expect(screen.getByRole("combobox", { name: "Account" }).textContent).toBe("All accounts");
  await user.keyboard("/");
  await user.keyboard("import ");
  await pick(user, screen.getByRole("combobox", { name: "Account" }), "Shop");
  await pick(user, screen.getByRole("combobox", { name: "Action" }), "Create branch");
  await pick(user, screen.getByRole("combobox", { name: "Result" }), "Failed");
  expect(await screen.findByText("No matching entries")).toBeTruthy();
  expect(callsOf("activityList").at(-1)?.[0]).toEqual({
    accountId: "shop",
    outcome: "failed",
    action: "Create branch",
    text: "import",
  });
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("Action 1")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Filter by text or ID" }));
});

test("what fits is exported, and how many entries are where is said", async () => {
  answer("activityList", () => ({ items: [entry("1")], next: null }));
  answer("activityPickFile", () => "/home/me/log.csv");
  answer("activityExport", () => 1204);
  const { user } = openWindow({ screen: "activity" });
  await user.type(await screen.findByRole("textbox", { name: "Filter by text or ID" }), "shop");
  await user.click(await screen.findByRole("button", { name: "Export…" }));
  expect((await screen.findByText(/1,204 entries exported to/)).textContent).toContain("/home/me/log.csv");
  expect(callsOf("activityExport")).toEqual([[{ text: "shop" }, "/home/me/log.csv"]]);
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/entries exported to/)).toBeNull();
});

test("an export that fails says why, and one that was given up says nothing", async () => {
  answer("activityList", () => ({ items: [entry("1")], next: null }));
  answer("activityPickFile", () => null);
  refuse("activityExport", { code: "file", message: "The disk is full" });
  const { user } = await pressing(openWindow({ screen: "activity" }), "Export…");
  expect(callsOf("activityExport")).toEqual([]);
  answer("activityPickFile", () => "/home/me/log.json");
  await user.click(screen.getByRole("button", { name: "Export…" }));
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
  const { user, router } = openWindow({ screen: "activity" });
  const table = within(await screen.findByRole("grid", { name: "Activity" }));
  expect(await table.findByText("My sandbox")).toBeTruthy();
  expect(table.getByText("+2")).toBeTruthy();
  await choose(user, table.getByRole("button", { name: "Actions for Create branch" }), "Copy as curl");
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe("curl -X POST 'https://api.example/v2'"),
  );
  await user.click(table.getByRole("link", { name: "operation 11111111" }));
  expect(router.current()).toEqual({ screen: "operations", id: "11111111-2222" });
  router.go({ screen: "activity" });
  await user.dblClick(await screen.findByText("shop-prod / import"));
  expect(router.current()).toMatchObject({ screen: "project", account: "sandbox", id: "shop-prod-1" });
});

test("it is reached from the strip", async () => {
  answer("activityList", () => ({ items: [], next: null }));
  const { user, router } = openWindow();
  await user.click(await screen.findByRole("link", { name: "Activity log" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "activity" }));
});
