import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JobVerb, ProjectView, SaveStateView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { pick } from "@/test/interactions";
import * as views from "@/test/views";
import { inHours, row } from "@/test/views";
import { openWindow } from "@/test/window";

const verb: JobVerb = "save";
const job = {
  id: "job-1",
  verb,
  subject: "quiet-harbour",
  temporaryId: "row-1",
  startedAt: inHours(0),
  progress: null,
  cancellable: true,
};

const SAVED: SaveStateView = {
  into: null,
  to: "/home/me/quiet-harbour.dump",
  status: "done",
  bytes: 12_000_000,
  error: null,
  hint: null,
  notes: [],
  endedAt: inHours(0),
};

const INTO = {
  kind: "branch" as const,
  accountId: "sandbox",
  projectId: "p-1",
  branchId: "br-main-1",
  database: "kept",
  owner: "app",
};

beforeEach(() => {
  answer("temporaryList", () => ({ items: [row({ expiresAt: inHours(3) })] }));
  answer("temporarySave", () => job);
  answer("temporaryCopyRoles", () => []);
  answer("temporaryCopy", () => job);
});

async function opened(name: RegExp) {
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  const notice = await screen.findByTestId("expiry-notice");
  await user.click(within(notice).getByRole("button", { name }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

test("the warning offers to save it, in the format and to the file that are chosen", async () => {
  answer("temporaryPickFile", () => "/home/me/quiet.sql");
  const { user, dialog } = await opened(/^Save to a file/);
  await user.click(dialog.getByRole("radio", { name: /SQL script/ }));
  await user.click(dialog.getByRole("button", { name: "Choose file…" }));
  await waitFor(() =>
    expect(callsOf("temporarySave")).toEqual([{ id: "row-1", path: "/home/me/quiet.sql", format: "sql" }]),
  );
  expect(callsOf("temporaryPickFile")).toEqual([{ name: "quiet-harbour", format: "sql" }]);
});

test("who chooses no file saves nothing, and a refusal says why", async () => {
  answer("temporaryPickFile", () => null);
  const { user, dialog } = await opened(/^Save to a file/);
  const choose = dialog.getByRole("button", { name: "Choose file…" });
  await user.click(choose);
  await waitFor(() => expect(callsOf("temporaryPickFile")).toHaveLength(1));
  expect(callsOf("temporarySave")).toEqual([]);
  answer("temporaryPickFile", () => "/home/me/quiet.dump");
  refuse("temporarySave", { code: "readOnly", message: "The account is read-only" });
  await user.click(choose);
  expect((await dialog.findByRole("alert")).textContent).toContain("The account is read-only");
});

test("a save that runs is seen and can be stopped, and its end is said", async () => {
  const running = { ...SAVED, status: "running" as const, bytes: 0, endedAt: null };
  answer("temporaryList", () => ({ items: [row({ saved: running })] }));
  answer("jobList", () => [{ ...job, progress: { done: 3, total: 12, unit: "tables" } }]);
  answer("jobCancel", () => null);
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  expect(await screen.findByText("3 of 12 tables")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(callsOf("jobCancel")).toEqual([{ id: "job-1" }]));
});

test.each([
  [{ ...SAVED }, /Saved, 12 MB: .*quiet-harbour\.dump/],
  [
    { ...SAVED, status: "cancelled" as const, error: "Stopped", hint: "Start it again." },
    "Stopped. Nothing was saved.",
  ],
  [
    {
      ...SAVED,
      status: "failed" as const,
      error: "Couldn't write into /mnt: no storage space",
      hint: "Choose another folder.",
    },
    /no storage space\. Choose another folder\./,
  ],
])("says how it ended", async (saved, words) => {
  answer("temporaryList", () => ({ items: [row({ saved })] }));
  openWindow({ screen: "temporary", id: "row-1" });
  const text = (await screen.findByTestId("save-result")).textContent ?? "";
  if (typeof words === "string") expect(text).toBe(words);
  else expect(text).toMatch(words);
});

function hasProjects(items: ProjectView[]) {
  answer("accountList", () => [views.account()]);
  answer("projectCached", () => null);
  answer("projectPage", () => ({ items, next: null, unavailable: [] }));
}

test("an account without projects gets a new one, named by the folder of the database", async () => {
  hasProjects([]);
  const env = { path: "/code/shop/.env", key: "DATABASE_URL", writtenAt: inHours(-1) };
  answer("temporaryList", () => ({ items: [row({ expiresAt: inHours(3), env })] }));
  const { user, dialog } = await opened(/^Copy into a project/);
  const name = await dialog.findByRole("textbox", { name: "Project name" });
  expect(name).toHaveProperty("value", "shop");
  await user.clear(name);
  const submit = dialog.getByRole("button", { name: "Copy database" });
  await user.click(submit);
  expect(await dialog.findByText("Enter a name.")).toBeTruthy();
  expect(callsOf("temporaryCopy")).toEqual([]);
  await user.type(name, "Shop");
  await user.click(submit);
  const into = { kind: "newProject", accountId: "sandbox", organizationId: null, name: "Shop" };
  await waitFor(() => expect(callsOf("temporaryCopy")).toEqual([{ id: "row-1", into, roles: [] }]));
});

test("a project that stayed without its copy is said and one click away", async () => {
  const { kind: _, ...into } = INTO;
  const newProject = { accountId: "sandbox", organizationId: null, name: "Shop" };
  const hint = "The new project Shop is there and empty.";
  const saved = { ...SAVED, status: "failed" as const, into, newProject, error: "Out of disk space", hint };
  answer("temporaryList", () => ({ items: [row({ saved })] }));
  const { router, user } = openWindow({ screen: "temporary", id: "row-1" });
  const result = await screen.findByTestId("save-result");
  expect(result.textContent).toContain(hint);
  await user.click(within(result).getByRole("button", { name: "Open project" }));
  expect(router.current()).toMatchObject({ screen: "project", id: "p-1" });
});

test("a copy goes to a branch as a new database, whose owner is the usual one", async () => {
  hasProjects([views.project({ id: "p-1", name: "Shop" })]);
  answer("branchList", () => [views.branch({ isDefault: true })]);
  answer("databaseList", () => [views.database({ owner: "app" })]);
  answer("roleList", () => [views.role({ name: "app" }), views.role()]);
  const { user, dialog } = await opened(/^Copy into a project/);
  const submit = dialog.getByRole("button", { name: "Copy database" });
  // The only project and its only branch need no choice.
  await waitFor(() => {
    expect(dialog.getByRole("combobox", { name: "Project" }).textContent).toContain("Shop");
    expect(dialog.getByRole("combobox", { name: "Branch" }).textContent).toContain("main");
  });
  const name = await dialog.findByRole("textbox", { name: "New database" });
  await user.clear(name);
  await user.type(name, "kept");
  await user.click(submit);
  await waitFor(() => expect(callsOf("temporaryCopy")).toEqual([{ id: "row-1", into: INTO, roles: [] }]));
});

test("of several projects and branches each is asked for, and a copy that was not sent has the focus in that field", async () => {
  hasProjects([views.project({ id: "p-1", name: "Shop" }), views.project({ id: "p-2", name: "Mill" })]);
  answer("branchList", () => [views.branch({ isDefault: true }), views.branch({ id: "br-2", name: "dev" })]);
  const { user, dialog } = await opened(/^Copy into a project/);
  const submit = dialog.getByRole("button", { name: "Copy database" });
  await user.click(submit);
  expect(await dialog.findByText("Choose a project.")).toBeTruthy();
  const project = dialog.getByRole("combobox", { name: "Project" });
  await waitFor(() => expect(document.activeElement).toBe(project));
  await pick(user, project, /Shop/);
  await user.click(submit);
  const branch = dialog.getByRole("combobox", { name: "Branch" });
  await waitFor(() => expect(document.activeElement).toBe(branch));
  expect(callsOf("temporaryCopy")).toEqual([]);
});

test.each([
  ["Copy into a project", "Copy database", { into: INTO, to: "Shop / main / kept" }, "Open database"],
  ["Save to a file", "Choose file…", {}, "Show in folder"],
])("after %s the next step is the main button", async (action, start, saved, next) => {
  hasProjects([]);
  answer("temporaryPickFile", () => "/home/me/quiet.dump");
  answer("temporaryShowSaved", () => null);
  const { user, dialog } = await opened(new RegExp(`^${action}`));
  await user.click(await dialog.findByRole("button", { name: start }));
  await waitFor(() =>
    expect(callsOf(next === "Open database" ? "temporaryCopy" : "temporarySave")).toHaveLength(1),
  );
  answer("temporaryList", () => ({ items: [row({ saved: { ...SAVED, ...saved } })] }));
  act(() => publish({ kind: "temporaryChanged", id: "row-1" }));
  const button = await dialog.findByRole("button", { name: next });
  expect(button.dataset.tone).toBe("primary");
  expect(dialog.queryByRole("button", { name: start })).toBeNull();
  await user.click(button);
  if (next === "Show in folder") expect(callsOf("temporaryShowSaved")).toEqual([{ id: "row-1" }]);
  else await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a copy creates roles that the target lacks once the person agreed", async () => {
  hasProjects([]);
  const missing = [{ name: "authenticated", object: "policy own on table ledger" }];
  answer("temporaryCopyRoles", () => missing);
  const { user, dialog } = await opened(/^Copy into a project/);
  const name = await dialog.findByRole("textbox", { name: "Project name" });
  await user.click(dialog.getByRole("button", { name: "Copy database" }));
  const question = await dialog.findByTestId("missing-roles");
  expect(question.textContent).toContain("authenticated (policy own on table ledger)");
  expect(callsOf("temporaryCopy")).toEqual([]);
  // Another target has other roles, and is asked about by itself.
  await user.type(name, "x");
  expect(dialog.queryByTestId("missing-roles")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Copy database" }));
  await user.click(await dialog.findByRole("button", { name: "Create roles and copy" }));
  const into = { kind: "newProject", accountId: "sandbox", organizationId: null, name: "quiet-harbourx" };
  await waitFor(() =>
    expect(callsOf("temporaryCopy")).toEqual([{ id: "row-1", into, roles: ["authenticated"] }]),
  );
});

test("the result names what was created and what is left out", async () => {
  const notes = ["Created without login: authenticated.", "Left out: publication news."];
  answer("temporaryList", () => ({ items: [row({ saved: { ...SAVED, notes } })] }));
  openWindow({ screen: "temporary", id: "row-1" });
  const result = await screen.findByTestId("save-result");
  for (const note of notes) expect(result.textContent).toContain(note);
});

test("the copy is one click away once it is there", async () => {
  answer("temporaryList", () => ({
    items: [row({ saved: { ...SAVED, into: INTO, to: "Shop / main / kept" } })],
  }));
  const { router, user } = openWindow({ screen: "temporary", id: "row-1" });
  const result = await screen.findByTestId("save-result");
  expect(result.textContent).toContain("Copied to Shop / main / kept.");
  await user.click(within(result).getByRole("button", { name: "Open database" }));
  expect(router.current()).toMatchObject({ screen: "project", id: "p-1", tab: "data", name: "kept" });
});
