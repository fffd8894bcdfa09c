import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { BulkItemView, BulkPlanView, BulkView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { opened, pressing } from "@/test/interactions";
import { openPalette } from "@/test/palette";
import { account, inHours, project } from "@/test/views";
import { openWindow } from "@/test/window";

const LIST = { screen: "projects" } as const;
const NOWHERE = { organizationId: null, projectId: null, expiresAt: null };
const IDS = ["a-1", "b-2", "c-3"];
const refusal = (message: string, hint: string) =>
  ({ code: "platform", message, hint, requestId: "req-12345678", about: null }) as const;
const item = (itemId: string, changes: Partial<BulkItemView> = {}): BulkItemView => ({
  itemId,
  name: `project ${itemId}`,
  state: "waiting",
  error: null,
  ...changes,
});
const plan = (changes: Partial<BulkPlanView> = {}): BulkPlanView => ({
  verb: "deleteProjects",
  items: IDS.map((id) => item(id)),
  requests: 3,
  seconds: 2,
  warnings: ["3 branches and 3 computes go along."],
  ...changes,
});
const bulk = (changes: Partial<BulkView> = {}): BulkView => ({
  id: "bulk-1",
  accountId: "sandbox",
  verb: "deleteProjects",
  projectId: null,
  state: "running",
  problem: null,
  items: IDS.map((id) => item(id)),
  startedAt: inHours(0),
  ...changes,
});

const DONE = bulk({ state: "done", items: IDS.map((id) => item(id, { state: "done" })) });

beforeEach(() => {
  answer("projectPage", ({ scope }) => ({
    items: scope === "own" ? IDS.map((id) => project({ id, name: `project ${id}` })) : [],
    next: null,
    unavailable: [],
  }));
  answer("bulkPlan", () => plan());
  answer("bulkStart", () => bulk());
});

async function openPlan() {
  const window = openWindow(LIST);
  await screen.findByText("project a-1");
  await window.user.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  await window.user.click(screen.getByRole("button", { name: "Delete 3 projects…" }));
  return { ...window, dialog: await screen.findByRole("dialog") };
}

const states = () => screen.getAllByTestId("bulk-item").map(({ dataset }) => dataset.state);

test("the plan says what, how many requests, how long and what goes along before anything is sent", async () => {
  const { user, dialog } = await openPlan();
  await waitFor(() =>
    expect(dialog.textContent).toContain("3 requests, about 2 s at this key’s rate limit."),
  );
  expect(dialog.textContent).toContain("3 branches and 3 computes go along.");
  expect(callsOf("bulkPlan")).toEqual([
    { request: { accountId: "sandbox", verb: "deleteProjects", itemIds: IDS, ...NOWHERE } },
  ]);
  expect(callsOf("bulkStart")).toEqual([]);

  answer("bulkList", () => [bulk()]);
  await user.click(screen.getByRole("button", { name: "Delete 3 projects" }));
  expect(await screen.findByRole("dialog", { name: "Deleting 3 projects" })).toBeTruthy();
  expect(callsOf("bulkStart")).toEqual([
    { request: { accountId: "sandbox", verb: "deleteProjects", itemIds: IDS, ...NOWHERE } },
  ]);
});

test("the plan is asked for in the order of the list, as it is sorted", async () => {
  answer("projectPage", ({ scope }) => ({
    items: scope === "own" ? [...IDS].reverse().map((id) => project({ id, name: `project ${id}` })) : [],
    next: null,
    unavailable: [],
  }));
  await openPlan();
  expect(callsOf("bulkPlan")).toMatchObject([{ request: { itemIds: IDS } }]);
});

test("what cannot be done is shown with its reason and is not started", async () => {
  const refused = item("b-2", {
    state: "skipped",
    error: refusal("It is shared with you", "Ask its owner."),
  });
  answer("bulkPlan", () => plan({ items: [item("a-1"), refused, item("c-3")] }));
  const { user } = await openPlan();
  const left = await screen.findByRole("list", { name: "Skipped" });
  expect(left.textContent).toContain("It is shared with you. Ask its owner.");
  answer("bulkList", () => [bulk()]);
  await user.click(screen.getByRole("button", { name: "Delete 2 projects" }));
  await waitFor(() => expect(callsOf("bulkStart")[0]?.request).toMatchObject({ itemIds: ["a-1", "c-3"] }));
});

test("of a production account the number is to be typed", async () => {
  answer("accountList", () => [account({ isProduction: true })]);
  const { user } = await openPlan();
  const button = await screen.findByRole("button", { name: "Delete 3 projects" });
  expect(button).toHaveProperty("disabled", true);
  await user.type(screen.getByRole("textbox", { name: "Type 3 to confirm" }), "3");
  expect(button).toHaveProperty("disabled", false);
});

test("a start that is refused stays in the plan with its reason", async () => {
  refuse("bulkStart", { code: "readOnly", message: "Sandbox is locked against changes" });
  const { user } = await openPlan();
  await user.click(await screen.findByRole("button", { name: "Delete 3 projects" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Sandbox is locked against changes");
});

test("it is followed item by item, paused, gone on with and stopped; a failed one stops no other", async () => {
  const failed = item("b-2", { state: "failed", error: refusal("It is being changed", "Try it again.") });
  answer("bulkList", () => [
    bulk({ items: [item("a-1", { state: "done" }), failed, item("c-3", { state: "running" })] }),
  ]);
  answer("bulkPause", () =>
    bulk({ state: "paused", items: [item("a-1", { state: "done" }), failed, item("c-3")] }),
  );
  answer("bulkResume", () => bulk());
  const { user } = await pressing(openWindow(LIST), "Open");
  await screen.findByRole("dialog", { name: "Deleting 3 projects" });
  expect(states()).toEqual(["done", "failed", "running"]);
  expect(screen.getByText(/It is being changed\. Try it again\./)).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Progress" }).getAttribute("aria-valuetext")).toBe(
    "2 of 3 projects",
  );

  await user.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Paused")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(callsOf("bulkResume")).toEqual([{ id: "bulk-1" }]));

  answer("bulkList", () => [bulk({ state: "done", items: [item("a-1", { state: "done" }), failed] })]);
  act(() => publish({ kind: "bulkChanged", id: "bulk-1" }));
  expect(await screen.findByRole("dialog", { name: "1 of 2 projects deleted" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retry 1 failed" }));
  await waitFor(() => expect(callsOf("bulkResume")).toHaveLength(2));
});

test("closed it goes on, and it is found again, also paused by itself with the reason", async () => {
  const why = refusal("The key is refused", "Replace the key.");
  answer("bulkList", () => [bulk({ state: "paused", problem: why })]);
  const { user } = openWindow(LIST);
  const notice = await screen.findByTestId("bulk-notice");
  expect(notice.textContent).toContain("The key is refused.");
  const dialog = await opened(user.click(within(notice).getByRole("button", { name: "Open" })));
  expect(dialog.textContent).toContain("Paused");
  await user.click(screen.getByRole("button", { name: "Run in background" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(callsOf("bulkStop")).toEqual([]);
  expect(screen.getByTestId("bulk-notice")).toBeTruthy();
});

const RECOVERED = { ...DONE, verb: "recoverProjects" } as const;

test.each([
  ["its Dismiss", async (user: UserEvent) => user.click(screen.getByRole("button", { name: "Dismiss" }))],
  [
    "Done of its results",
    async (user: UserEvent) => {
      await opened(user.click(screen.getByRole("button", { name: "Show results" })), "3 projects recovered");
      await user.click(screen.getByRole("button", { name: "Done" }));
    },
  ],
])("the notice of a task that has ended goes with %s", async (_what, dismiss) => {
  answer("bulkList", () => [bulk({ verb: "recoverProjects" })]);
  answer("bulkDismiss", () => null);
  const { user } = openWindow(LIST);
  await screen.findByTestId("bulk-notice");
  answer("bulkList", () => [RECOVERED]);
  act(() => publish({ kind: "bulkChanged", id: "bulk-1" }));
  await screen.findByText("3 projects recovered.");
  answer("bulkList", () => []);
  await dismiss(user);
  await waitFor(() => expect(screen.queryByTestId("bulk-notice")).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(callsOf("bulkDismiss")).toEqual([{ id: "bulk-1" }]);
});

test("what ended in an earlier run is no news any more, and is found where it is looked for", async () => {
  answer("bulkList", () => [DONE]);
  const { user } = openWindow(LIST);
  await screen.findByText("project a-1");
  await waitFor(() => expect(callsOf("bulkList").length).toBeGreaterThan(0));
  expect(screen.queryByTestId("bulk-notice")).toBeNull();
  await openPalette(user);
  await user.keyboard("Show bulk tasks{Enter}");
  expect(await screen.findByRole("dialog", { name: "3 projects deleted" })).toBeTruthy();
});

test("ticked rows that the filter hides are counted", async () => {
  const { user } = openWindow(LIST);
  await screen.findByText("project a-1");
  await user.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  await user.type(screen.getByRole("textbox", { name: "Filter projects" }), "a-1");
  expect(await screen.findByText("3 selected, 2 hidden by the filter")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByRole("toolbar", { name: "Selected projects" })).toBeNull();
});
