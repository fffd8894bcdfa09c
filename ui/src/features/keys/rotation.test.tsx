import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { RotationPlanView, RotationView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, opened, pressing, retype } from "@/test/interactions";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const shop = views.account({ id: "shop", name: "Shop", isOwn: true });
const admin = views.account({ id: "admin", name: "Admin", isOwn: true, isCurrent: false });
const mine = views.keyRow(
  { id: "7", name: "laptop" },
  { usedBy: [{ accountId: "shop", name: "Shop", isSure: true }] },
);
const problem = views.failure({ code: "offline", message: "Not reachable", hint: "Try it again." });

let all: RotationView[];
const plan = (changes: Partial<RotationPlanView> = {}): RotationPlanView => ({
  accountId: "shop",
  kind: "personal",
  byAccountId: "shop",
  candidates: [mine],
  name: "laptop 2",
  problem: null,
  ...changes,
});

beforeEach(() => {
  all = [];
  answer("accountList", () => [shop, admin]);
  answer("keyList", () => [mine]);
  answer("rotationList", () => all);
  answer("rotationPlan", () => plan());
  answer("rotationStart", () => views.rotation({ step: "create" }));
});

async function openPlan() {
  const window = openWindow({ screen: "keys" });
  const { user } = window;
  await screen.findByRole("grid", { name: "Personal API keys" });
  await choose(user, screen.getByRole("button", { name: "Actions for laptop" }), /^Rotate key…/);
  return { ...window, dialog: await screen.findByRole("dialog", { name: "Rotate the key of Shop" }) };
}

const steps = () =>
  screen
    .getAllByTestId("rotation-step")
    .map((step) => within(step).getByText(/^(Done|Running|Waiting|Stopped|Canceled)$/).textContent);

test("a plan that the lock of its account refused is made anew once that is unlocked in the dialog", async () => {
  answer("accountList", () => [{ ...shop, isReadOnly: true }, admin]);
  const locked = views.failure({ code: "readOnly", message: "Shop is read-only", about: "shop" });
  answer("rotationPlan", () => plan({ problem: locked, candidates: [] }));
  const { user } = await openPlan();
  expect((await screen.findAllByText("Shop is read-only.")).length).toBeGreaterThan(0);
  expect(screen.queryByText("The old key is laptop")).toBeNull();
  answer("rotationPlan", () => plan());
  answer("accountList", () => [shop, admin]);
  act(() => publish({ kind: "accountsChanged" }));
  expect(await screen.findByText("The old key is laptop")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Rotate key" }));
  expect(callsOf("rotationStart")).toHaveLength(1);
});

test("says which key goes and what the new one is called, begins once and shows each step as it goes", async () => {
  const { user } = await openPlan();
  expect(await screen.findByText("The old key is laptop")).toBeTruthy();
  const name = screen.getByRole("textbox", { name: "New key name" });
  expect(name).toHaveProperty("value", "laptop 2");
  await retype(user, name, "laptop 3");
  await user.dblClick(screen.getByRole("button", { name: "Rotate key" }));
  await screen.findByRole("dialog", { name: "Rotating the key of Shop" });
  expect(callsOf("rotationStart")).toEqual([
    { accountId: "shop", request: { oldKeyId: "7", name: "laptop 3" } },
  ]);
  expect(steps()).toEqual(["Running", "Waiting", "Waiting", "Waiting"]);

  all = [views.rotation({ step: "swap" })];
  act(() => publish({ kind: "rotationChanged", id: "rotation-1" }));
  await waitFor(() => expect(steps()).toEqual(["Done", "Done", "Running", "Waiting"]));
  all = [views.rotation({ step: "done", isRunning: false })];
  act(() => publish({ kind: "rotationChanged", id: "rotation-1" }));
  const dialog = await screen.findByRole("dialog", { name: "Shop has a new key" });
  expect(dialog.textContent).toContain("It uses laptop 2");
  answer("rotationDismiss", () => null);
  all = [];
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByTestId("rotation-notice")).toBeNull();
});

test("after it the keys are on the new key of the account, wherever it stands in the list", async () => {
  const day = (number: number) => `2026-03-0${number}T10:00:00Z`;
  const others = ["8", "9"].map((id) =>
    views.keyRow({ id, name: `other ${id}`, createdAt: day(Number(id) - 5) }),
  );
  const former = { ...mine, key: { ...mine.key, createdAt: day(1) } };
  answer("keyList", () => [former, ...others]);
  const { user } = await openPlan();
  await user.click(await screen.findByRole("button", { name: "Rotate key" }));
  await screen.findByRole("dialog", { name: "Rotating the key of Shop" });
  const renewed = views.keyRow({ id: "10", name: "laptop 2", createdAt: day(9) }, { usedBy: mine.usedBy });
  answer("keyList", () => [...others, renewed]);
  all = [views.rotation({ step: "done", isRunning: false })];
  act(() => {
    publish({ kind: "rotationChanged", id: "rotation-1" });
    publish({ kind: "keysChanged", accountId: "shop" });
  });
  const dialog = await screen.findByRole("dialog", { name: "Shop has a new key" });
  await waitFor(() => expect(document.querySelector("[data-id='10']")).toBeTruthy());
  answer("rotationDismiss", () => null);
  all = [];
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute("data-key")).toBe("10"));
});

test("where the platform does not say which key it is, one is chosen with what speaks for it", async () => {
  const other = views.keyRow({ id: "8", name: "desktop", lastUsedAt: null, lastUsedFrom: null });
  const likely = views.keyRow({ id: "7", name: "laptop" });
  answer("rotationPlan", () => plan({ candidates: [likely, other] }));
  const { user } = await openPlan();
  expect(await screen.findByRole("radio", { name: "laptop (most likely)" })).toBeTruthy();
  expect(screen.getByText(/Never used\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Rotate key" }));
  expect(await screen.findByText("Choose the account’s current key.")).toBeTruthy();
  expect(callsOf("rotationStart")).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "desktop" }));
  await user.click(screen.getByRole("button", { name: "Rotate key" }));
  await waitFor(() =>
    expect(callsOf("rotationStart")).toEqual([
      { accountId: "shop", request: { oldKeyId: "8", name: "laptop 2" } },
    ]),
  );
});

test("an organization's key names the administrator that makes the new one", async () => {
  answer("rotationPlan", () => plan({ kind: "organization", byAccountId: "admin" }));
  const { dialog } = await openPlan();
  await waitFor(() => expect(dialog.textContent).toContain("Admin, an administrator"));
  expect(dialog.textContent).toContain("Organization key");
});

test("what is in the way is told before anything is begun", async () => {
  const why = "No personal key of an administrator is among the accounts";
  answer("rotationPlan", () =>
    plan({
      candidates: [],
      byAccountId: null,
      problem: { ...problem, code: "invalid", message: why, hint: "Connect one." },
    }),
  );
  await openPlan();
  expect((await screen.findByRole("alert")).textContent).toContain(`${why}. Connect one.`);
  expect(screen.queryByRole("button", { name: "Rotate key" })).toBeNull();
});

test("a refused beginning keeps what was typed", async () => {
  refuse("rotationStart", { code: "invalid", message: "A rotation of this key is under way" });
  const { user } = await openPlan();
  await user.click(await screen.findByRole("button", { name: "Rotate key" }));
  expect((await screen.findByRole("alert")).textContent).toContain("is under way");
  expect(screen.getByRole("textbox", { name: "New key name" })).toHaveProperty("value", "laptop 2");
});

test("one that stopped is told after a restart as well, and is gone on with", async () => {
  all = [views.rotation({ step: "revoke", isRunning: false, problem })];
  answer("rotationResume", () => views.rotation({ step: "revoke" }));
  const { user } = openWindow({ screen: "keys" });
  const notice = await screen.findByTestId("rotation-notice");
  expect(notice.textContent).toContain("The key rotation of Shop stopped");
  expect(notice.textContent).toContain("Not reachable. Try it again. The account uses laptop 2");
  expect(within(notice).queryByRole("button", { name: /^Undo/ })).toBeNull();
  all = [views.rotation({ step: "revoke" })];
  await user.click(within(notice).getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(callsOf("rotationResume")).toEqual([{ id: "rotation-1" }]));
  expect(await screen.findByText("Rotating the key of Shop")).toBeTruthy();
});

test("one whose former key nobody finds is put away", async () => {
  const stopped = { step: "revoke", isRunning: false, problem } as const;
  all = [views.rotation(stopped)];
  const { user, unmount } = openWindow({ screen: "keys" });
  const before = await screen.findByTestId("rotation-notice");
  expect(within(before).queryByRole("button", { name: "Dismiss" })).toBeNull();
  unmount();
  all = [views.rotation({ ...stopped, isRevoked: true })];
  openWindow({ screen: "keys" });
  const notice = await screen.findByTestId("rotation-notice");
  expect(notice.textContent).toContain("The account uses laptop 2.");
  expect(notice.textContent).not.toContain("still valid");
  const dialog = await opened(user.click(within(notice).getByRole("button", { name: "Show steps" })));
  await user.click(within(dialog).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(callsOf("rotationDismiss")).toEqual([{ id: "rotation-1" }]));
});

test("one that stopped before the account had the new key is given up, and a refusal stays to be read", async () => {
  all = [views.rotation({ step: "verify", isRunning: false, problem })];
  refuse("rotationUndo", { code: "offline", message: "The new key could not be revoked" });
  const { user } = openWindow({ screen: "keys" });
  const notice = await screen.findByTestId("rotation-notice");
  const dialog = await opened(user.click(within(notice).getByRole("button", { name: "Show steps" })));
  expect(steps()).toEqual(["Done", "Stopped", "Waiting", "Waiting"]);
  await user.click(within(dialog).getByRole("button", { name: "Cancel, keep old key" }));
  await waitFor(() => expect(dialog.textContent).toContain("The new key could not be revoked"));
  answer("rotationUndo", () => views.rotation({ step: "undone", isRunning: false }));
  all = [views.rotation({ step: "undone", isRunning: false })];
  await user.click(within(dialog).getByRole("button", { name: "Cancel, keep old key" }));
  expect(await screen.findByRole("dialog", { name: "Shop keeps its old key" })).toBeTruthy();
  expect(steps()).toEqual(["Canceled", "Canceled", "Canceled", "Canceled"]);
});

test("who removes an account whose key is being changed is told what may be left", async () => {
  all = [views.rotation({ step: "swap", isRunning: false, problem })];
  const { user } = openWindow({ screen: "settings" });
  await choose(user, await screen.findByRole("button", { name: "Actions for Shop" }), /^Remove account…/);
  const notice = await screen.findByTestId("under-rotation");
  expect(notice.textContent).toContain("stay valid on the platform: laptop 2.");
  expect(notice.textContent).toContain("Resume or cancel the rotation first");
  await user.click(within(notice).getByRole("button", { name: "Show rotation…" }));
  expect(await screen.findByRole("button", { name: "Cancel, keep old key" })).toBeTruthy();
});

test("an account's own menu leads to it; a locked account says why not", async () => {
  answer("accountList", () => [shop, { ...admin, isReadOnly: true }]);
  const { user } = await pressing(openWindow({ screen: "settings" }), "Actions for Admin");
  const blocked = await screen.findByRole("menuitem", { name: /^Rotate key…/ });
  expect(blocked.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{Escape}");
  await choose(user, screen.getByRole("button", { name: "Actions for Shop" }), /^Rotate key…/);
  expect(await screen.findByRole("dialog", { name: "Rotate the key of Shop" })).toBeTruthy();
});
