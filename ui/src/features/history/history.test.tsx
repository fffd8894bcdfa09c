import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { TrackedOperationView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { pick } from "@/test/interactions";
import { account, activity, branch, failedStart, inHours, project, tracked } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const RUNNING = tracked({ id: "op-run" });
const FAILED = failedStart({ retryAt: inHours(0.5) });
const DONE = tracked(
  { id: "op-done", actionWord: "Suspend compute", status: "finished", statusWord: "Done", isOver: true },
  { endedAt: inHours(-0.01) },
);
const VANISHED = tracked({ id: "op-gone", status: "vanished", statusWord: "Vanished", isOver: true });

let rows: TrackedOperationView[];

beforeEach(() => {
  rows = [RUNNING, FAILED, DONE, VANISHED];
  answer("operationList", () => rows);
});

const row = (id: string) =>
  waitFor(() => {
    const found = screen.getAllByRole("row").find((each) => each.querySelector(`[data-operation="${id}"]`));
    if (!found) throw new Error(`no line of ${id}`);
    return found;
  });
const isShown = (id: string) => document.querySelector(`[data-operation="${id}"]`) !== null;

test("operations of every account stand in one list that follows the events, failures with their retry time", async () => {
  openWindow({ screen: "history" });
  const failed = await row("op-fail");
  expect(failed.textContent).toMatch(
    /Start compute.*no room left.*billing \/ main.*Work.*Failed.*2 failures/,
  );
  expect(failed.textContent).toMatch(/retry in (29|30) min/);
  expect((await row("op-run")).textContent).toContain("Create branch import");
  expect((await row("op-done")).textContent).toContain("Done");
  expect(screen.getByText("2 running · all accounts", { selector: "header *" })).toBeTruthy();

  rows = [
    { ...RUNNING, operation: { ...RUNNING.operation, status: "finished", statusWord: "Done", isOver: true } },
  ];
  publish({ kind: "operationChanged", accountId: "sandbox", projectId: PROJECT, operationIds: ["op-run"] });
  await waitFor(async () => expect((await row("op-run")).textContent).toContain("Done"));
  expect(screen.getByText("all accounts", { selector: "header *" })).toBeTruthy();
});

test("the filters narrow the list and are taken back with one click", async () => {
  const { user } = openWindow({ screen: "history" });
  await row("op-run");
  await pick(user, screen.getByRole("combobox", { name: "State" }), "Failed");
  expect(isShown("op-fail")).toBe(true);
  expect(isShown("op-run")).toBe(false);
  // A list that is still closing takes the keys.
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  await user.keyboard("/");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Filter history" })),
  );
  await user.keyboard("nothing like that");
  expect(await screen.findByText(/No matches/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(isShown("op-run")).toBe(true);
});

test("the detail tells the timing, the click and the failure, and looks again on a click", async () => {
  answer("operationGet", () => ({
    ...FAILED.operation,
    status: "finished",
    statusWord: "Done",
    isOver: true,
    failures: 2,
  }));
  const { user, router } = openWindow({ screen: "history" });
  await user.click(await row("op-fail"));
  const detail = within(await screen.findByRole("complementary", { name: "Start compute" }));
  expect(detail.getByText("Failed 2 times")).toBeTruthy();
  expect(detail.getByText(/no room left\./)).toBeTruthy();
  expect(detail.getByText(/Started elsewhere/)).toBeTruthy();
  expect(detail.getByText("start_compute, failed")).toBeTruthy();
  await user.click(detail.getByRole("button", { name: "Refresh" }));
  await waitFor(() =>
    expect(callsOf("operationGet")).toEqual([
      { accountId: "work", projectId: PROJECT, operationId: "op-fail" },
    ]),
  );
  await waitFor(() => expect(detail.getByText("start_compute, finished")).toBeTruthy());

  await user.click(await row("op-gone"));
  expect(await screen.findByText("No longer available")).toBeTruthy();
  answer("projectGet", () => project());
  answer("branchList", () => [branch()]);
  await user.click(screen.getByRole("link", { name: "main" }));
  expect(router.current()).toMatchObject({
    screen: "project",
    id: PROJECT,
    tab: "branches",
    branch: "br-main-1",
  });
});

test("a look that is refused says why and leaves what was known", async () => {
  refuse("operationGet", { code: "notFound", message: "The operation is not there" });
  const { user } = openWindow({ screen: "history", id: "op-run" });
  const detail = within(await screen.findByRole("complementary", { name: "Create branch" }));
  await user.click(detail.getByRole("button", { name: "Refresh" }));
  expect((await detail.findByRole("alert")).textContent).toContain("The operation is not there");
  expect(detail.getByText("create_branch, running")).toBeTruthy();
});

test("a timeline names each bar with its state and time, and arrows move within a lane and between lanes", async () => {
  const { user, router } = openWindow({ screen: "history", view: "timeline" });
  const lanes = await screen.findAllByRole("list", { name: "main" });
  expect(screen.getByRole("heading", { name: "shop-prod Sandbox" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "billing Work" })).toBeTruthy();
  const bars = (lane: HTMLElement | undefined) => (lane ? within(lane).getAllByRole("button") : []);
  const names = lanes.map((lane) => bars(lane).map((bar) => bar.ariaLabel));
  expect(names.flat().sort()).toEqual([
    expect.stringMatching(/^Create branch · \d+ (s|min)/),
    "Create branch · vanished",
    expect.stringMatching(/^Start compute · failed, retry in (29|30) min/),
    expect.stringMatching(/^Suspend compute · /),
  ]);
  const all = lanes.flatMap(bars);
  expect(all.filter((bar) => bar.tabIndex === 0)).toHaveLength(1);
  const [first, second] = bars(lanes.find((lane) => bars(lane).length === 3));
  second?.focus();
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(first);
  await user.keyboard("{End}{Home}{Enter}");
  expect(router.current()).toMatchObject({ screen: "history", view: "timeline" });
  expect(first?.ariaPressed).toBe("true");
  await user.keyboard("{ArrowUp}{ArrowDown}");
  expect(all.filter((bar) => bar === document.activeElement)).toHaveLength(1);
});

test("the timeline is zoomed and moved, and leads back to the present and to what happened last", async () => {
  rows = [
    tracked({ id: "op-done", isOver: true, status: "finished", statusWord: "Done" }, { since: inHours(-2) }),
  ];
  const { user } = openWindow({ screen: "history", view: "timeline" });
  const bar = () => screen.queryByRole("button", { name: /^Create branch · / });
  await user.click(await screen.findByRole("button", { name: "Show latest" }));
  expect(bar()).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Now" }));
  expect(bar()).toBeNull();
  expect(screen.getByText("10 min")).toBeTruthy();
  for (const shown of ["30 min", "1 h", "6 h"]) {
    await user.click(screen.getByRole("button", { name: "Zoom out" }));
    expect(screen.getByText(shown)).toBeTruthy();
  }
  expect(bar()).toBeTruthy();
  await user.dblClick(screen.getByRole("button", { name: "Earlier" }));
  expect(bar()).toBeNull();
});

test("the view that was chosen is there the next time", async () => {
  const { user, router, unmount } = openWindow({ screen: "history" });
  await row("op-run");
  await user.click(screen.getByRole("radio", { name: "Timeline" }));
  expect(router.current()).toEqual({ screen: "history", view: "timeline" });
  unmount();
  openWindow({ screen: "history" });
  expect(await screen.findByTestId("timeline")).toBeTruthy();
});

test("own actions and operations stand in one list by their time, loaded as far back together", async () => {
  const entry = (id: string, at: string) => activity({ id, at, action: `Action ${id}` });
  rows = [
    tracked({ id: "op-new", isOver: true, status: "finished" }, { since: inHours(-1) }),
    tracked({ id: "op-old", isOver: true, status: "finished" }, { since: inHours(-5) }),
    tracked({ id: "op-open" }, { since: inHours(-9) }),
  ];
  answer("activityList", ({ before }) =>
    before === null
      ? { items: [entry("3", inHours(-0.5)), entry("2", inHours(-3))], next: "2" }
      : { items: [entry("1", inHours(-6))], next: null },
  );
  const { user } = openWindow({ screen: "history" });
  await screen.findByText("Action 3");
  const lines = () =>
    screen
      .getAllByRole("row")
      .map((each) => each.dataset.key)
      .filter((key) => key !== undefined);
  expect(lines()).toEqual(["action-3", "sandbox/op-new", "action-2", "sandbox/op-open"]);
  await user.click(screen.getByRole("button", { name: "Load older" }));
  await screen.findByText("Action 1");
  expect(lines()).toEqual([
    "action-3",
    "sandbox/op-new",
    "action-2",
    "sandbox/op-old",
    "action-1",
    "sandbox/op-open",
  ]);
});

test("what one source refuses does not hide the other", async () => {
  refuse("activityList", { code: "file", message: "The store could not be read" });
  openWindow({ screen: "history" });
  await row("op-run");
  expect(await screen.findByText("Couldn’t load your actions")).toBeTruthy();
});

test("operations of an account that cannot be asked are said to be old", async () => {
  answer("accountList", () => [
    account(),
    account({ id: "work", name: "Work", isCurrent: false, state: "unavailable" }),
  ]);
  openWindow({ screen: "history" });
  expect(await screen.findByText(/Operations of Work may be outdated/)).toBeTruthy();
});

test("nothing ordered yet says what the screen is for; a list that cannot be read says why", async () => {
  rows = [];
  const { unmount } = openWindow({ screen: "history" });
  expect(await screen.findByText("No history yet")).toBeTruthy();
  unmount();
  refuse("operationList", { code: "file", message: "The store could not be read" });
  openWindow({ screen: "history" });
  expect(await screen.findByText("Couldn’t load the operations")).toBeTruthy();
});

test("a project's own list comes page by page, with the names of its branches", async () => {
  answer("projectGet", () => project());
  answer("branchList", () => [branch()]);
  const listed = (id: string) =>
    tracked({ id, isOver: true, status: "finished", statusWord: "Done" }).operation;
  answer("operationPage", ({ cursor }) =>
    cursor === null ? { items: [listed("op-9")], next: "older" } : { items: [listed("op-1")], next: null },
  );
  const { user } = openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab: "history" });
  expect((await row("op-9")).textContent).toMatch(/Create branch.*main/);
  await user.click(screen.getByRole("button", { name: "Load older" }));
  await row("op-1");
  expect(callsOf("operationPage")).toEqual([
    { accountId: "sandbox", projectId: PROJECT, cursor: null },
    { accountId: "sandbox", projectId: PROJECT, cursor: "older" },
  ]);
  expect(screen.queryByRole("button", { name: "Load older" })).toBeNull();
});

test("a deleted branch has its last name in a project's own list", async () => {
  answer("projectGet", () => project());
  answer("branchList", () => [branch()]);
  const { operation } = tracked({ id: "op-9", branchId: "br-gone-1", isOver: true, status: "finished" });
  answer("operationPage", () => ({ items: [{ ...operation, branchName: "import" }], next: null }));
  openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab: "history" });
  await waitFor(async () => expect((await row("op-9")).textContent).toMatch(/Create branch.*import/));
});
