import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { IpcError } from "@/ipc/call";
import type { FolderEnsuredView, FolderPlanView, FolderView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { deferred, gone } from "@/test/interactions";
import { folder, folderPlan, folderSettings, preview } from "@/test/views";
import { openWindow } from "@/test/window";

const FILLED = { state: "filled", temporaryId: "row-1", database: "quiet-harbour", line: 2 } as const;

const ensured = (changes: Partial<FolderEnsuredView> = {}): FolderEnsuredView => ({
  folder: folder(FILLED),
  step: "create",
  variables: ["DATABASE_URL"],
  undoId: "undo-1",
  ...changes,
});

/** The dialog of the next step, over the folder that is open. */
async function opening(changes: Partial<FolderView>, next: string) {
  const one = folder(changes);
  answer("folderList", () => ({ items: [one] }));
  const view = openWindow({ screen: "folders", id: one.id });
  const notice = within(await screen.findByTestId("folder-state"));
  await view.user.click(notice.getByRole("button", { name: next }));
  const element = await screen.findByRole("dialog", { name: /shop$/ });
  return { ...view, element, dialog: within(element) };
}

test("the change is shown before anything is made, then it is made, and can be taken back", async () => {
  answer("folderPlan", () => folderPlan());
  const { dialog, element, user } = await opening({}, "Set up database…");
  expect(await dialog.findByText(/A temporary database is created \(This machine\)/)).toBeTruthy();
  expect(within(dialog.getByTestId("env-diff")).getByText(/DATABASE_URL=/)).toBeTruthy();
  expect(callsOf("folderPlan")).toEqual([{ id: "folder-1", ensure: { replace: false, production: false } }]);
  expect(callsOf("folderEnsure")).toEqual([]);
  const { promise, resolve } = deferred<FolderEnsuredView>();
  answer("folderEnsure", () => promise);
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  expect(await dialog.findByText(/continues in the background/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  answer("folderList", () => ({ items: [folder(FILLED)] }));
  await act(async () => resolve(ensured()));
  await gone(element);
  expect(callsOf("folderEnsure")).toEqual([
    { id: "folder-1", planId: "plan-1", ensure: { replace: false, production: false } },
  ]);
  expect(callsOf("folderChange")).toEqual([]);
  expect(await screen.findByText("shop has a database")).toBeTruthy();
  expect(within(screen.getByTestId("folder-state")).getByText("Has a database")).toBeTruthy();
  answer("envUndo", () => null);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(callsOf("envUndo")).toEqual([{ undoId: "undo-1" }]));
});

test("a tick writes by itself from the next time on, and then no dialog opens", async () => {
  answer("folderPlan", () => folderPlan());
  answer("folderEnsure", () => ensured());
  answer("folderChange", ({ id, settings }) => folder({ ...FILLED, id, settings }));
  const { dialog, element, user, unmount } = await opening({}, "Set up database…");
  await user.click(await dialog.findByRole("checkbox", { name: /without review from now on/ }));
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  await gone(element);
  const settings = folderSettings({ writeWithoutAsking: true });
  await waitFor(() => expect(callsOf("folderChange")).toEqual([{ id: "folder-1", settings }]));
  unmount();

  answer("folderList", () => ({ items: [folder({ settings })] }));
  const { user: again } = openWindow({ screen: "folders", id: "folder-1" });
  const notice = within(await screen.findByTestId("folder-state"));
  await again.click(notice.getByRole("button", { name: "Set up database…" }));
  await waitFor(() => expect(callsOf("folderEnsure")).toHaveLength(2));
  expect(callsOf("folderEnsure")[1]).toEqual({
    id: "folder-1",
    planId: null,
    ensure: { replace: false, production: false },
  });
  expect(screen.queryByRole("dialog", { name: /Set up/ })).toBeNull();
});

test("a file that Git tracks is reviewed even where the folder is written without review", async () => {
  answer("folderPlan", () => folderPlan({ env: preview({ git: "tracked" }) }));
  const settings = folderSettings({ writeWithoutAsking: true });
  const { dialog } = await opening({ settings }, "Set up database…");
  expect(await dialog.findByText(/Git tracks this file/)).toBeTruthy();
  expect(callsOf("folderEnsure")).toEqual([]);
});

test("what keeps the string from being written is said before anything is made", async () => {
  refuse("folderPlan", { code: "file", message: "The disk is full", hint: "Make room" });
  const { dialog, user } = await opening({}, "Set up database…");
  expect(await dialog.findByText("Couldn’t preview the change")).toBeTruthy();
  expect(dialog.getByText(/The disk is full\. Make room\./)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Set up database" })).toHaveProperty("disabled", true);
  answer("folderPlan", () => folderPlan());
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByRole("button", { name: "Create database" })).toHaveProperty("disabled", false);
});

test("a file that changed since is shown as it is now", async () => {
  answer("folderPlan", () => folderPlan());
  refuse("folderEnsure", { code: "fileChanged", message: "The file was changed" });
  const { dialog, user } = await opening({}, "Set up database…");
  const lines = [{ kind: "added" as const, old: null, new: 9, text: "DATABASE_URL=••••9" }];
  const submit = await dialog.findByRole("button", { name: "Create database" });
  answer("folderPlan", () => folderPlan({ id: "plan-2", env: preview({ lines }) }));
  await user.click(submit);
  expect(await dialog.findByText(/The file was changed/)).toBeTruthy();
  expect(await dialog.findByText(/••••9/)).toBeTruthy();
  answer("folderEnsure", () => ensured());
  await user.click(await dialog.findByRole("button", { name: "Create database" }));
  await waitFor(() =>
    expect(callsOf("folderEnsure").map(({ planId }) => planId)).toEqual(["plan-1", "plan-2"]),
  );
});

test("a plan that is read again keeps its button and its change", async () => {
  answer("folderPlan", () => folderPlan());
  answer("folderEnsure", () => ensured());
  const { dialog, element, user } = await opening({}, "Set up database…");
  const submit = await dialog.findByRole("button", { name: "Create database" });
  const { promise } = deferred<FolderPlanView>();
  answer("folderPlan", () => promise);
  publish({ kind: "sandboxChanged" });
  await waitFor(() => expect(callsOf("folderPlan")).toHaveLength(2));
  expect(dialog.getByTestId("env-diff")).toBeTruthy();
  await user.click(submit);
  await gone(element);
  expect(callsOf("folderEnsure").map(({ planId }) => planId)).toEqual(["plan-1"]);
});

test("after a seed that failed it alone runs again, on the same database", async () => {
  answer("folderPlan", () => folderPlan());
  const unseeded = folder({ ...FILLED, state: "unseeded" });
  answer("folderEnsure", () => {
    answer("folderList", () => ({ items: [unseeded] }));
    answer("folderPlan", () => folderPlan({ id: "plan-2", step: "seed", env: null }));
    throw new IpcError({
      code: "database",
      message: "Line 3: relation missing",
      hint: null,
      requestId: null,
      about: null,
    });
  });
  const { dialog, element, user } = await opening({}, "Set up database…");
  await user.click(await dialog.findByRole("button", { name: "Create database" }));
  publish({ kind: "foldersChanged" });
  expect(await dialog.findByRole("button", { name: "Run SQL file" })).toBeTruthy();
  answer("folderEnsure", () => ensured({ step: "seed", undoId: null }));
  await user.click(dialog.getByRole("button", { name: "Run SQL file" }));
  await gone(element);
  expect(callsOf("folderEnsure")[1]).toEqual({
    id: "folder-1",
    planId: "plan-2",
    ensure: { replace: false, production: false },
  });
  expect(await screen.findByText("Seed of shop completed")).toBeTruthy();
});

test("an expired one is replaced after the change was shown, however it is set", async () => {
  answer("folderPlan", () => folderPlan({ step: "replace" }));
  answer("folderEnsure", () => ensured({ step: "replace" }));
  const settings = folderSettings({ writeWithoutAsking: true });
  const { dialog, element, user } = await opening({ state: "expired", settings }, "Replace…");
  expect(element.getAttribute("aria-labelledby")).toBeTruthy();
  expect(await dialog.findByText(/replaces the one in \.env/)).toBeTruthy();
  expect(callsOf("folderPlan")).toEqual([{ id: "folder-1", ensure: { replace: true, production: false } }]);
  await user.click(dialog.getByRole("button", { name: "Replace database" }));
  await gone(element);
  expect(callsOf("folderEnsure")).toEqual([
    { id: "folder-1", planId: "plan-1", ensure: { replace: true, production: false } },
  ]);
  expect(await screen.findByText("shop has a new database")).toBeTruthy();
});

test("a replacement that was refused before anything was made can be tried again", async () => {
  answer("folderPlan", ({ ensure: { replace } }) =>
    folderPlan(replace ? { step: "replace" } : { step: "nothing", env: null }),
  );
  refuse("folderEnsure", { code: "sandboxStopped", message: "The sandbox is stopped" });
  const { dialog, user } = await opening({ state: "expired" }, "Replace…");
  await user.click(await dialog.findByRole("button", { name: "Replace database" }));
  expect(await dialog.findByText(/The sandbox is stopped/)).toBeTruthy();
  await waitFor(() => expect(callsOf("folderPlan").length).toBeGreaterThan(2));
  expect(await dialog.findByRole("button", { name: "Replace database" })).toHaveProperty("disabled", false);
});

test("where there is nothing to do, nothing can be done", async () => {
  answer("folderPlan", () => folderPlan({ step: "nothing", env: null }));
  const { dialog } = await opening({}, "Set up database…");
  expect(await dialog.findByText("DATABASE_URL has a value, so there is nothing to do.")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Nothing to do" })).toHaveProperty("disabled", true);
});
