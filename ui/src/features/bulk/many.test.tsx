import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BulkRequest, BulkView, UndoView } from "@/ipc/generated";
import { answer, callsOf, publish } from "@/test/backend";
import { choose, opened } from "@/test/interactions";
import { account, branch, compute, inHours } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const DEV = branch({ id: "br-dev-1", name: "dev", parentId: "br-main-1" });
const LEAF = branch({ id: "br-leaf-1", name: "leaf", parentId: "br-main-1", isProtected: true });

/** A plan and a task that do all that is asked for. */
function doAll(): void {
  const itemsOf = ({ itemIds }: BulkRequest, state: "waiting" | "done") =>
    itemIds.map((itemId) => ({ itemId, name: itemId, state, error: null }));
  answer("bulkPlan", ({ request }) => ({
    verb: request.verb,
    items: itemsOf(request, "waiting"),
    requests: request.itemIds.length + 1,
    seconds: 1,
    warnings: [],
  }));
  answer("bulkStart", ({ request }) => {
    const begun: BulkView = {
      id: "bulk-1",
      accountId: request.accountId,
      verb: request.verb,
      projectId: request.projectId,
      state: "done",
      problem: null,
      items: itemsOf(request, "done"),
      startedAt: inHours(0),
    };
    answer("bulkList", () => [begun]);
    return begun;
  });
}

async function openTab(tab: string, rows: readonly string[]) {
  doAll();
  answer("branchList", () => [MAIN, DEV, LEAF]);
  answer("computeList", () => [
    compute({ id: "ep-one-1", branchId: "br-main-1" }),
    compute({ id: "ep-two-1", branchId: "br-dev-1" }),
  ]);
  const view = openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab });
  for (const name of rows) {
    const row = await screen.findByRole("row", { name: new RegExp(name) });
    await view.user.click(within(row).getByRole("checkbox"));
  }
  return view;
}

const request = (changes: Partial<BulkRequest>) => ({
  accountId: "sandbox",
  organizationId: null,
  projectId: PROJECT,
  expiresAt: null,
  ...changes,
});

test("selected branches are deleted with a plan before and a result for each", async () => {
  const { user } = await openTab("branches", ["dev", "leaf"]);
  const bar = screen.getByRole("toolbar", { name: "Selected branches" });
  expect(bar.textContent).toContain("2 selected");
  await opened(user.click(within(bar).getByRole("button", { name: "Delete 2 branches…" })));
  const requested = request({ verb: "deleteBranches", itemIds: ["br-dev-1", "br-leaf-1"] });
  await user.click(await screen.findByRole("button", { name: "Delete 2 branches" }));
  expect(await screen.findByRole("dialog", { name: "2 branches deleted" })).toBeTruthy();
  expect(callsOf("bulkPlan")).toEqual([{ request: requested }]);
  expect(callsOf("bulkStart")).toEqual([{ request: requested }]);
});

test("selected branches are protected, unprotected, and expire at a time or never", async () => {
  const { user } = await openTab("branches", ["dev", "leaf"]);
  const press = (name: string) => screen.findByRole("button", { name }).then((it) => user.click(it));
  for (const [button, verb] of [
    ["Protect…", "protectBranches"],
    ["Unprotect…", "unprotectBranches"],
  ] as const) {
    await choose(user, screen.getByRole("button", { name: "Change" }), button);
    await waitFor(() => expect(callsOf("bulkPlan").at(-1)).toMatchObject({ request: { verb } }));
    await press("Cancel");
  }
  await choose(user, screen.getByRole("button", { name: "Change" }), "Set expiration…");
  await screen.findByRole("dialog", { name: "Set expiration of 2 branches" });
  await press("Review changes");
  expect(await screen.findByRole("dialog", { name: "Set expiration of 2 branches?" })).toBeTruthy();
  const requested = callsOf("bulkPlan").at(-1)?.request;
  expect(requested).toMatchObject({ verb: "expireBranches", itemIds: ["br-dev-1", "br-leaf-1"] });
  expect(requested).toHaveProperty("expiresAt", expect.stringMatching(/^\d{4}-.*Z$/));
});

test("selected computes are started and suspended", async () => {
  const { user } = await openTab("computes", ["ep-one-1", "ep-two-1"]);
  await user.click(screen.getByRole("button", { name: "Suspend…" }));
  await user.click(await screen.findByRole("button", { name: "Suspend 2 computes" }));
  expect(await screen.findByRole("dialog", { name: "2 computes suspended" })).toBeTruthy();
  const requested = request({ verb: "suspendComputes", itemIds: ["ep-one-1", "ep-two-1"] });
  expect(callsOf("bulkStart")).toEqual([{ request: requested }]);
});

test("of a locked account nothing selected can be changed", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  const { user } = await openTab("computes", ["ep-one-1"]);
  const start = screen.getByRole("button", { name: "Start…" });
  expect(start.ariaDisabled).toBe("true");
  await user.click(start);
  expect(callsOf("bulkPlan")).toEqual([]);
});

const deleted = (number: number, changes: Partial<UndoView> = {}): UndoView => ({
  id: `undo-${number}`,
  accountId: "sandbox",
  projectId: `p-${number}`,
  branchId: null,
  name: `project ${number}`,
  deletedAt: inHours(-number / 100),
  until: inHours(168 - number / 100),
  bulkId: "bulk-0",
  ...changes,
});

test("what was deleted at once is recovered with one Undo, with its deadline; the rest has its own", async () => {
  doAll();
  answer("undoList", () => [deleted(1), deleted(2), deleted(3), deleted(4, { bulkId: null, name: "alone" })]);
  const { user } = openWindow({ screen: "projects" });
  const notices = await screen.findAllByTestId("undo-notice");
  expect(notices.map((notice) => notice.querySelector("b")?.textContent)).toEqual(["3 projects", "alone"]);
  const [all] = notices;
  if (!all) throw new Error("there is no undo");
  expect(all.textContent).toMatch(/3 projects were deleted\.You can recover them with all their data for/);
  await user.click(within(all).getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("dialog", { name: "3 projects recovered" })).toBeTruthy();
  const requested = request({ verb: "recoverProjects", itemIds: ["p-1", "p-2", "p-3"], projectId: null });
  expect(callsOf("bulkStart")).toEqual([{ request: requested }]);
});

test("the result of a bulk delete has the same Undo, and all of it is dismissed at once", async () => {
  const { user } = await openTab("branches", ["dev", "leaf"]);
  const gone = (number: number, branchId: string) =>
    deleted(number, { projectId: PROJECT, branchId, bulkId: "bulk-1" });
  answer("undoList", () => [gone(1, "br-dev-1"), gone(2, "br-leaf-1")]);
  answer("undoDismiss", () => null);
  await user.click(screen.getByRole("button", { name: "Delete 2 branches…" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 branches" }));
  const done = await screen.findByRole("dialog", { name: "2 branches deleted" });
  act(() => publish({ kind: "undoChanged" }));
  await user.click(await within(done).findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(callsOf("bulkStart").at(-1)).toEqual({
      request: request({ verb: "recoverBranches", itemIds: ["br-dev-1", "br-leaf-1"] }),
    }),
  );
  await user.keyboard("{Escape}");
  const notice = await screen.findByTestId("undo-notice");
  expect(notice.textContent).toContain("2 branches were deleted.");
  await user.click(within(notice).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(callsOf("undoDismiss")).toEqual([{ ids: ["undo-1", "undo-2"] }]));
});

test("the notice of a bulk delete ends with its undo, and what comes back is not selected", async () => {
  const { user } = await openTab("branches", ["dev", "leaf"]);
  await user.click(screen.getByRole("button", { name: "Delete 2 branches…" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 branches" }));
  const lists = (...branches: (typeof MAIN)[]) => {
    answer("branchList", () => branches);
    act(() => publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT }));
  };
  await screen.findByRole("dialog", { name: "2 branches deleted" });
  await user.keyboard("{Escape}");
  lists(MAIN);
  await waitFor(() => expect(screen.queryByRole("toolbar", { name: "Selected branches" })).toBeNull());
  // All of it was recovered, from whichever list: nothing can be undone any more.
  lists(MAIN, DEV, LEAF, branch({ id: "br-new-1", name: "newcomer", parentId: "br-main-1" }));
  await screen.findByRole("row", { name: /newcomer/ });
  expect(screen.queryByRole("toolbar", { name: "Selected branches" })).toBeNull();
  expect(screen.queryByText("2 branches deleted.")).toBeNull();
});

test("what was deleted is not said twice: the notice with Undo leads to the results, and both are dismissed", async () => {
  const { user } = await openTab("branches", ["dev", "leaf"]);
  const gone = (number: number, branchId: string) =>
    deleted(number, { projectId: PROJECT, branchId, bulkId: "bulk-1" });
  answer("undoList", () => [gone(1, "br-dev-1"), gone(2, "br-leaf-1")]);
  answer("undoDismiss", () => null);
  answer("bulkDismiss", () => null);
  await user.click(screen.getByRole("button", { name: "Delete 2 branches…" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 branches" }));
  await screen.findByRole("dialog", { name: "2 branches deleted" });
  act(() => publish({ kind: "undoChanged" }));
  await user.keyboard("{Escape}");
  const notice = await screen.findByTestId("undo-notice");
  expect(screen.queryByTestId("bulk-notice")).toBeNull();
  await user.click(within(notice).getByRole("button", { name: "Show results" }));
  await screen.findByRole("dialog", { name: "2 branches deleted" });
  await user.keyboard("{Escape}");
  await user.click(within(notice).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(callsOf("bulkDismiss")).toEqual([{ id: "bulk-1" }]));
  expect(callsOf("undoDismiss")).toEqual([{ ids: ["undo-1", "undo-2"] }]);
  expect(screen.queryByTestId("bulk-notice")).toBeNull();
});
