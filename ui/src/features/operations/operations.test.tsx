import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { TrackedOperationView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { branch, failedStart, inHours, project, tracked } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const RUNNING = tracked({ id: "op-run" });
const FAILED = failedStart({ retryAt: inHours(0.5) });
const DONE = tracked(
  { id: "op-done", actionWord: "Suspend compute", status: "finished", statusWord: "OK", isOver: true },
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
  openWindow({ screen: "operations" });
  const failed = await row("op-fail");
  expect(failed.textContent).toMatch(/Start compute.*no room left.*billing \/ main.*Work.*Error.*2 failures/);
  expect(failed.textContent).toMatch(/retry in (29|30) min/);
  expect((await row("op-run")).textContent).toContain("Create branch import");
  expect((await row("op-done")).textContent).toContain("OK");
  expect(screen.getByText("2 running", { selector: "header *" })).toBeTruthy();

  rows = [
    { ...RUNNING, operation: { ...RUNNING.operation, status: "finished", statusWord: "OK", isOver: true } },
  ];
  publish({ kind: "operationChanged", accountId: "sandbox", projectId: PROJECT, operationIds: ["op-run"] });
  await waitFor(async () => expect((await row("op-run")).textContent).toContain("OK"));
  expect(screen.getByText("Nothing is running", { selector: "header *" })).toBeTruthy();
});

test("the filters narrow the list and are taken back with one click", async () => {
  const { user } = openWindow({ screen: "operations" });
  await row("op-run");
  await user.click(screen.getByRole("radio", { name: "Failed" }));
  expect(isShown("op-fail")).toBe(true);
  expect(isShown("op-run")).toBe(false);
  await user.keyboard("/");
  await user.keyboard("nothing like that");
  expect(await screen.findByText(/No matches/)).toBeTruthy();
  await user.click(screen.getAllByRole("button", { name: "Show all" })[0] ?? document.body);
  expect(isShown("op-run")).toBe(true);
});

test("the detail tells the timing, the click and the failure, and looks again on a click", async () => {
  answer("operationGet", () => ({
    ...FAILED.operation,
    status: "finished",
    statusWord: "OK",
    isOver: true,
    failures: 2,
  }));
  const { user, router } = openWindow({ screen: "operations" });
  await user.click(await row("op-fail"));
  const detail = within(await screen.findByRole("complementary", { name: "Start compute" }));
  expect(detail.getByText("Failed 2 times")).toBeTruthy();
  expect(detail.getByText(/no room left\./)).toBeTruthy();
  expect(detail.getByText(/Started elsewhere/)).toBeTruthy();
  expect(detail.getByText("start_compute, failed")).toBeTruthy();
  await user.click(detail.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(callsOf("operationGet")).toEqual([["work", PROJECT, "op-fail"]]));
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
  const { user } = openWindow({ screen: "operations", id: "op-run" });
  const detail = within(await screen.findByRole("complementary", { name: "Create branch" }));
  await user.click(detail.getByRole("button", { name: "Refresh" }));
  expect((await detail.findByRole("alert")).textContent).toContain("The operation is not there");
  expect(detail.getByText("create_branch, running")).toBeTruthy();
});

test("lanes say each state by a word, and arrows move within a lane", async () => {
  const { user, router } = openWindow({ screen: "operations", view: "lanes" });
  const lane = within(await screen.findByRole("list", { name: "Branch main" }));
  const blocks = lane.getAllByRole("button");
  expect(blocks.map((block) => block.ariaLabel)).toEqual([
    expect.stringMatching(/^(Create branch, Vanished|Suspend compute, OK|Create branch, In progress)/),
    expect.stringMatching(/^(Create branch, Vanished|Suspend compute, OK|Create branch, In progress)/),
    expect.stringMatching(/^(Create branch, Vanished|Suspend compute, OK|Create branch, In progress)/),
  ]);
  expect(blocks.filter((block) => block.tabIndex === 0)).toHaveLength(1);
  blocks[2]?.focus();
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(blocks[1]);
  await user.keyboard("{Home}{Enter}");
  expect(router.current()).toMatchObject({ screen: "operations", view: "lanes" });
  expect(blocks[0]?.ariaPressed).toBe("true");
  expect(screen.getByRole("list", { name: "Compute main / ep-1" })).toBeTruthy();
});

test("nothing ordered yet says what the screen is for; a list that cannot be read says why", async () => {
  rows = [];
  const { unmount } = openWindow({ screen: "operations" });
  expect(await screen.findByText("No operations yet")).toBeTruthy();
  unmount();
  refuse("operationList", { code: "file", message: "The store could not be read" });
  openWindow({ screen: "operations" });
  expect(await screen.findByText("The operations could not be read")).toBeTruthy();
});

test("a project's own list comes page by page, with the names of its branches", async () => {
  answer("projectGet", () => project());
  answer("branchList", () => [branch()]);
  const listed = (id: string) =>
    tracked({ id, isOver: true, status: "finished", statusWord: "OK" }).operation;
  answer("operationPage", (_account, _project, cursor) =>
    cursor === null ? { items: [listed("op-9")], next: "older" } : { items: [listed("op-1")], next: null },
  );
  const { user } = openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab: "operations" });
  expect((await row("op-9")).textContent).toMatch(/Create branch.*main/);
  await user.click(screen.getByRole("button", { name: "Load older operations" }));
  await row("op-1");
  expect(callsOf("operationPage")).toEqual([
    ["sandbox", PROJECT, null],
    ["sandbox", PROJECT, "older"],
  ]);
  expect(screen.queryByRole("button", { name: "Load older operations" })).toBeNull();
});
