import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ComputeView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { choose, deferred, retype } from "@/test/interactions";
import { account, branch, compute } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const ARGS = { accountId: "sandbox", projectId: PROJECT, computeId: "ep-quiet-1" };

let computes: ComputeView[];

beforeEach(() => {
  computes = [compute({ state: "idle" })];
  answer("branchList", () => [
    branch({ isDefault: true }),
    branch({ id: "br-dev-1", name: "dev", parentId: "br-main-1" }),
  ]);
  answer("computeList", () => computes);
});

async function open() {
  const view = openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab: "computes" });
  return { ...view, line: await screen.findByRole("row", { name: /ep-quiet-1/ }) };
}

const state = () => screen.getAllByTestId("compute-state")[0]?.textContent;

test("a branch's writable compute stands before its read-only ones, the default branch's first", async () => {
  const named = (id: string, more: Partial<ComputeView> = {}) => compute({ id, name: id, ...more });
  computes = [
    named("ep-a-dev", { branchId: "br-dev-1" }),
    named("ep-b-read", { isWritable: false }),
    named("ep-quiet-1"),
    named("ep-a-read", { isWritable: false }),
  ];
  openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab: "computes" });
  const grid = within(await screen.findByRole("grid", { name: "Computes" }));
  const rows = (await grid.findAllByRole("row")).map(({ textContent }) => textContent);
  const shown = rows.flatMap((text) =>
    computes.filter(({ id }) => text.includes(`${id} ·`)).map(({ id }) => id),
  );
  expect(shown, rows.join("\n")).toEqual(["ep-quiet-1", "ep-a-read", "ep-b-read", "ep-a-dev"]);
});

test("a compute is started once however often it is clicked, and says that it waits for its turn", async () => {
  const { promise, resolve: finish } = deferred<void>();
  answer("computeStart", async () => {
    await promise;
    return { item: compute({ state: "idle", pendingState: "active" }), operations: [] };
  });
  const { user, line } = await open();
  expect(line.textContent).toContain("Suspended");
  expect(line.textContent).toContain("0.5–3 CU");
  expect(line.textContent).toContain("Default");
  await user.click(line);
  const start = await screen.findByRole("button", { name: "Start" });
  await user.click(start);
  await user.click(start);
  expect(state()).toBe("Start queued");
  finish();
  await waitFor(() => expect(state()).toBe("Starting"));
  expect(callsOf("computeStart")).toEqual([ARGS]);
  expect(screen.getByRole("button", { name: "Start" }).ariaDisabled).toBe("true");
});

test("a refused start stays above the list with its reason", async () => {
  refuse("computeStart", { code: "platform", message: "endpoint is disabled", requestId: "req-123456789" });
  const { user, line } = await open();
  await user.click(line);
  await user.click(await screen.findByRole("button", { name: "Start" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t start the compute");
  expect(alert.textContent).toContain("endpoint is disabled");
  expect(state()).toBe("Suspended");
});

test("suspending says that connections are cut before it does so", async () => {
  computes = [compute({ state: "active" })];
  answer("computeSuspend", () => ({
    item: compute({ state: "active", pendingState: "idle" }),
    operations: [],
  }));
  const { user, line } = await open();
  await user.click(line);
  await user.click(await screen.findByRole("button", { name: "Suspend…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Suspend ep-quiet-1?" }));
  expect(dialog.getByText("Sandbox / shop-prod / main / ep-quiet-1")).toBeTruthy();
  expect(dialog.getByText(/Closes open connections to main/)).toBeTruthy();
  expect(callsOf("computeSuspend")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Suspend compute" }));
  await waitFor(() => expect(callsOf("computeSuspend")).toEqual([ARGS]));
  await waitFor(() => expect(state()).toBe("Suspending"));
});

test("a size upside down is refused where it is typed; the right one changes the size alone", async () => {
  answer("computeUpdate", () => ({
    item: compute({ size: { minCu: 1, maxCu: 4, suspendTimeoutSeconds: 0 } }),
    operations: [],
  }));
  const { user, line } = await open();
  await user.click(line);
  await user.click(await screen.findByRole("button", { name: "Change size…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change size" }));
  const field = dialog.getByRole("textbox", { name: /^Size in CU/ });
  await retype(user, field, "4-1");
  await user.click(dialog.getByRole("button", { name: "Change size" }));
  expect(dialog.getByText("Put the smaller size first: 1-4.")).toBeTruthy();
  expect(callsOf("computeUpdate")).toEqual([]);
  await retype(user, field, "1-4{Enter}");
  await waitFor(() =>
    expect(callsOf("computeUpdate")).toEqual([{ ...ARGS, update: { size: { minCu: 1, maxCu: 4 } } }]),
  );
  await waitFor(() => expect(line.textContent).toContain("1–4 CU"));
});

test("a new compute for a branch that has its writable one is read-only, and a refusal keeps what was typed", async () => {
  refuse("computeCreate", { code: "platform", message: "read_only endpoints are not supported" });
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "New compute…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New compute" }));
  await waitFor(() => expect(dialog.getByRole("radio", { name: "Read-only" }).ariaChecked).toBe("true"));
  expect(dialog.getByText(/A branch has at most one, and this one has ep-quiet-1/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "More options" }));
  await user.type(dialog.getByRole("textbox", { name: /^Name/ }), "reports");
  await user.click(dialog.getByRole("button", { name: "Create compute" }));
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toContain("read_only endpoints are not supported");
  expect(dialog.getByRole("textbox", { name: /^Name/ })).toHaveProperty("value", "reports");
  expect(callsOf("computeCreate")).toEqual([
    {
      accountId: "sandbox",
      projectId: PROJECT,
      create: {
        branchId: "br-main-1",
        readOnly: true,
        name: "reports",
        size: { minCu: null, maxCu: null, suspendTimeoutSeconds: 0 },
      },
    },
  ]);
});

test("a disabled compute says so, cannot be started and is enabled with one click", async () => {
  computes = [compute({ state: "idle", isDisabled: true })];
  answer("computeUpdate", () => ({ item: compute({ state: "idle" }), operations: [] }));
  const { user, line } = await open();
  await user.click(line);
  expect(state()).toBe("Disabled");
  expect((await screen.findByRole("button", { name: "Start" })).ariaDisabled).toBe("true");
  await user.click(screen.getByRole("button", { name: "Enable ep-quiet-1" }));
  await waitFor(() => expect(callsOf("computeUpdate")).toEqual([{ ...ARGS, update: { disabled: false } }]));
  await waitFor(() => expect(state()).toBe("Suspended"));
});

test("deleting in a production account asks for the name", async () => {
  answer("accountList", () => [account({ isProduction: true })]);
  answer("computeDelete", () => null);
  const { user } = await open();
  await choose(user, screen.getByRole("button", { name: "Actions for ep-quiet-1" }), /^Delete…/);
  const dialog = within(await screen.findByRole("dialog", { name: "Delete ep-quiet-1?" }));
  expect(dialog.getByRole("button", { name: "Delete compute" })).toHaveProperty("disabled", true);
  await user.type(dialog.getByRole("textbox"), "ep-quiet-1");
  computes = [];
  await user.click(dialog.getByRole("button", { name: "Delete compute" }));
  await waitFor(() => expect(callsOf("computeDelete")).toEqual([ARGS]));
  expect(await screen.findByText("No computes")).toBeTruthy();
});
