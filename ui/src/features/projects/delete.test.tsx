import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, refuse } from "@/test/backend";
import { deferred, pressing } from "@/test/interactions";
import { account, branch, compute, inHours, project } from "@/test/views";
import { openWindow } from "@/test/window";

const LIST = { screen: "projects" } as const;
const shop = project({ id: "shop-12345678", name: "shop", organization: "Acme" });
const gone = { deletedAt: inHours(-1), recoverableUntil: inHours(167) };
const undo = {
  id: "undo-1",
  accountId: "sandbox",
  projectId: shop.id,
  branchId: null,
  name: "shop",
  deletedAt: inHours(-0.01),
  until: inHours(168),
  bulkId: null,
};

beforeEach(() => {
  answer("projectPage", ({ scope }) => ({
    items: scope === "own" ? [shop] : scope === "deleted" ? [{ ...shop, ...gone }] : [],
    next: null,
    unavailable: [],
  }));
  answer("branchList", () => [branch({ isDefault: true }), branch({ id: "br-2", name: "import" })]);
  answer("computeList", () => [compute()]);
  answer("databaseList", () => [{ name: "svcdb", owner: "svcdb_owner", createdAt: null, updatedAt: null }]);
  answer("projectDelete", () => null);
});

async function openDelete() {
  const window = openWindow(LIST);
  await window.user.click(await screen.findByText(/^shop-12345678/));
  await window.user.keyboard("{Delete}");
  return { ...window, dialog: await screen.findByRole("dialog", { name: "Delete shop?" }) };
}

test("the whole path is named and what goes with it; then the row is gone and the way back is offered", async () => {
  const { user, dialog } = await openDelete();
  expect(dialog.textContent).toContain("Sandbox / Acme / shop");
  await waitFor(() => expect(dialog.textContent).toContain("2: main and import"));
  expect(dialog.textContent).toContain("Computes1: ");
  expect(dialog.textContent).toContain("1: svcdb (on main)");
  expect(dialog.textContent).toMatch(
    /You can recover the project with everything in it until about \w+ \d+ \w+, \d\d:\d\d/,
  );
  expect(screen.queryByRole("textbox", { name: /to confirm/ })).toBeNull();

  answer("undoList", () => [undo]);
  await user.click(screen.getByRole("button", { name: "Delete project" }));
  const notice = await screen.findByTestId("undo-notice");
  expect(notice.textContent).toContain("shop was deleted.");
  expect(notice.textContent).toMatch(/for another 6 d 23 h|for another 7 d/);
  expect(screen.queryByTestId("project-row")).toBeNull();
  expect(callsOf("projectDelete")).toEqual([{ accountId: "sandbox", projectId: "shop-12345678" }]);
});

test("of a production account the name is to be typed", async () => {
  answer("accountList", () => [account({ isProduction: true })]);
  const { user } = await openDelete();
  const button = screen.getByRole("button", { name: "Delete project" });
  expect(button).toHaveProperty("disabled", true);
  await user.type(screen.getByRole("textbox", { name: "Type shop to confirm" }), "shop");
  await user.click(button);
  await waitFor(() => expect(callsOf("projectDelete")).toHaveLength(1));
});

test("a refusal stays in the dialog; a project that is gone already leads back to the list, read again", async () => {
  refuse("projectDelete", { code: "readOnly", message: "Sandbox is locked against changes" });
  const { user } = await openDelete();
  await user.click(screen.getByRole("button", { name: "Delete project" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Sandbox is locked against changes");

  refuse("projectDelete", { code: "notFound", message: "There is no such project" });
  answer("projectPage", () => ({ items: [], next: null, unavailable: [] }));
  await user.click(screen.getByRole("button", { name: "Delete project" }));
  expect(await screen.findByText("shop was already gone")).toBeTruthy();
  expect(await screen.findByText("No projects yet")).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: "Delete shop?" })).toBeNull();
});

test("the undo after a restart brings it back, once however often it is clicked", async () => {
  answer("undoList", () => [undo]);
  answer("projectPage", () => ({ items: [], next: null, unavailable: [] }));
  const { promise, resolve: give } = deferred<typeof shop>();
  answer("projectRecover", () => promise);
  openWindow(LIST);
  const button = await screen.findByRole("button", { name: "Undo" });
  for (let click = 0; click < 5; click += 1) button.click();
  await waitFor(() => expect(callsOf("projectRecover")).toHaveLength(1));
  answer("undoList", () => []);
  give(shop);
  expect(await screen.findByTestId("project-row")).toBeTruthy();
  expect(screen.queryByTestId("undo-notice")).toBeNull();
  expect(callsOf("projectRecover")).toEqual([{ accountId: "sandbox", projectId: "shop-12345678" }]);
});

test("an undo that is refused says why and stays offered; a dismissed one is offered no more", async () => {
  answer("undoList", () => [undo]);
  refuse("projectRecover", { code: "platform", message: "The time to recover it is over" });
  answer("undoDismiss", () => null);
  const { user } = await pressing(openWindow(LIST), "Undo");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t recover shop");
  expect(alert.textContent).toContain("The time to recover it is over.");
  answer("undoList", () => []);
  const [dismiss] = screen.getAllByRole("button", { name: "Dismiss" });
  if (dismiss) await user.click(dismiss);
  await waitFor(() => expect(callsOf("undoDismiss")).toEqual([{ ids: ["undo-1"] }]));
  await waitFor(() => expect(screen.queryByTestId("undo-notice")).toBeNull());
});

test("a deleted project shows its deadline, and comes back from its row", async () => {
  answer("projectRecover", () => shop);
  const { user } = openWindow({ screen: "projects", tab: "deleted" });
  await screen.findByTestId("project-row");
  expect(screen.getByRole("timer").textContent).toMatch(/^6 d (22|23) h$/);
  await user.click(screen.getByRole("button", { name: "Recover" }));
  expect(await screen.findByText("No deleted projects")).toBeTruthy();
  expect(await screen.findByText("shop recovered")).toBeTruthy();
  expect(callsOf("projectRecover")).toEqual([{ accountId: "sandbox", projectId: "shop-12345678" }]);
});

test("one that is gone for good says so, and the list is read again", async () => {
  refuse("projectRecover", { code: "notFound", message: "There is no such project to recover" });
  const { user } = openWindow({ screen: "projects", tab: "deleted" });
  await screen.findByTestId("project-row");
  answer("projectPage", () => ({ items: [], next: null, unavailable: [] }));
  await user.click(screen.getByRole("button", { name: "Recover" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no such project to recover.");
  await waitFor(() => expect(screen.queryByTestId("project-row")).toBeNull());
});

test("the same project opened from another account stays open", async () => {
  answer("accountList", () => [account(), account({ id: "work", name: "Work", isCurrent: false })]);
  answer("projectGet", () => shop);
  const { user, router } = openWindow({ screen: "project", account: "work", id: shop.id });
  await screen.findByRole("heading", { level: 1, name: "shop" });
  act(() => openDialog({ dialog: "deleteProject", accountId: "sandbox", project: shop }));
  await user.click(await screen.findByRole("button", { name: "Delete project" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Delete/ })).toBeNull());
  expect(callsOf("projectDelete")).toEqual([{ accountId: "sandbox", projectId: shop.id }]);
  expect(router.current()).toMatchObject({ screen: "project", account: "work", id: shop.id });
});
