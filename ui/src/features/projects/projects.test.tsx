import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ProjectPageView, ProjectView } from "@/ipc/generated";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, deferred, retype } from "@/test/interactions";
import { account, branch, failure, kept, project, sandbox, tracked } from "@/test/views";
import { openWindow } from "@/test/window";

beforeEach(() => {
  window.localStorage.clear();
});

const LIST = { screen: "projects" } as const;
const page = (
  items: ProjectView[],
  next: string | null = null,
  unavailable: string[] = [],
): ProjectPageView => ({
  items,
  next,
  unavailable,
});
const NONE = page([]);
const named = (name: string, changes: Partial<ProjectView> = {}) =>
  project({ id: `${name}-12345678`, name, ...changes });
const shownNames = () =>
  screen.queryAllByTestId("project-row").map((row) => row.querySelector("b")?.textContent);

test("the first rows are there at once, the rest as it comes, and the count is not shown before it is known", async () => {
  const rest = deferred<ProjectPageView>();
  answer("projectPage", ({ scope, cursor }) => {
    if (scope === "shared") return NONE;
    return cursor === null ? page([named("alpha")], "alpha") : rest.promise;
  });
  openWindow(LIST);
  expect(await screen.findByText("alpha")).toBeTruthy();
  expect(screen.getByRole("grid", { name: "Projects" }).getAttribute("aria-rowcount")).toBe("-1");
  expect(screen.getByText("1 loaded so far…")).toBeTruthy();
  expect(screen.getByText("1 loaded, more to come.")).toBeTruthy();

  await act(async () => rest.resolve(page([named("beta")])));
  expect(await screen.findByText("beta")).toBeTruthy();
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain("2 projects");
  expect(screen.getByRole("grid", { name: "Projects" }).getAttribute("aria-rowcount")).toBe("3");
  expect(callsOf("projectPage").filter(({ scope }) => scope === "own")).toEqual([
    { accountId: "sandbox", scope: "own", organizationId: null, cursor: null },
    { accountId: "sandbox", scope: "own", organizationId: null, cursor: "alpha" },
  ]);
});

test("what was kept is shown before the platform answers, with its age", async () => {
  const first = deferred<ProjectPageView>();
  answer("projectCached", ({ scope }) =>
    scope === "own" ? kept([named("kept"), named("gone")], -3.5) : null,
  );
  answer("projectPage", ({ scope }) => (scope === "own" ? first.promise : NONE));
  openWindow(LIST);
  expect(await screen.findByText("kept")).toBeTruthy();
  expect(screen.getByText(/as of/).textContent).toBe("as of 3 h ago");

  await act(async () => first.resolve(page([named("kept"), named("fresh")])));
  expect(await screen.findByText("fresh")).toBeTruthy();
  expect(screen.queryByText("gone")).toBeNull();
  expect(screen.queryByText(/as of/)).toBeNull();
});

test("read again over a slow reply, the rows stay as they were read last, with their number", async () => {
  const used = (storageBytes: number) => ({ ...project().usage, storageBytes });
  const before = { ...named("shop"), usage: used(0), organization: "Elsewhere" };
  const after = { ...named("shop"), usage: used(7_500_000), organization: "Acme" };
  let stored = before;
  answer("projectCached", ({ scope }) => (scope === "own" ? kept([stored], -2) : null));
  answer("projectPage", ({ scope }) => {
    if (scope !== "own") return NONE;
    stored = after;
    return page([after]);
  });
  const { user } = openWindow(LIST);
  expect(await screen.findByText(/7\.5 MB/)).toBeTruthy();

  const slow = deferred<ProjectPageView>();
  answer("projectPage", ({ scope }) => (scope === "own" ? slow.promise : NONE));
  await choose(user, screen.getByRole("button", { name: "More actions for the list" }), /^Refresh/);
  expect(await screen.findByText("Refreshing…")).toBeTruthy();
  expect(screen.getByText(/7\.5 MB/)).toBeTruthy();
  expect(screen.queryByText(/so far/)).toBeNull();
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain("1 project");

  await act(async () => slow.resolve(page([after])));
  await waitFor(() => expect(screen.queryByText("Refreshing…")).toBeNull());
});

test("offline the kept rows stay, with age, reason and a way to try again", async () => {
  answer("projectCached", ({ scope }) => (scope === "own" ? kept([named("kept")], -3.5) : null));
  answer("projectPage", () => NONE);
  refuse("projectPage", { code: "offline", message: "The platform cannot be reached" });
  const { user } = openWindow(LIST);
  expect(await screen.findByText("kept")).toBeTruthy();
  const notice = await screen.findByText(/cannot be reached\. Shown as of/);
  expect(notice.textContent).toContain("3 h ago");

  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("back")]) : NONE));
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await user.click(again);
  expect(await screen.findByText("back")).toBeTruthy();
});

test("why a list could not be read stays above its rows while it is tried again", async () => {
  answer("projectCached", ({ scope }) => (scope === "own" ? kept([named("kept")], -3.5) : null));
  refuse("projectPage", { code: "offline", message: "The platform cannot be reached" });
  openWindow(LIST);
  await screen.findByText(/cannot be reached\. Shown as of/);
  const slow = deferred<ProjectPageView>();
  answer("projectPage", () => slow.promise);
  const before = callsOf("projectPage").length;
  act(() => publish({ kind: "viewDue", accountId: "sandbox", projectId: null, part: "projects" }));
  await waitFor(() => expect(callsOf("projectPage").length).toBeGreaterThan(before));
  expect(screen.getByText(/cannot be reached\. Shown as of/)).toBeTruthy();
  await act(async () => slow.resolve(page([named("kept")])));
  await waitFor(() => expect(screen.queryByText(/cannot be reached/)).toBeNull());
});

test("a refresh over the rows shows why it failed, also where the list was due meanwhile", async () => {
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("kept")]) : NONE));
  const { user } = openWindow(LIST);
  await user.hover(await screen.findByText("kept"));
  const tries = [deferred<void>(), deferred<void>()] as const;
  let next = 0;
  answer("projectPage", async ({ scope }) => {
    if (scope === "own") return page([named("kept")]);
    await tries[next++ === 0 ? 0 : 1].promise;
    throw failure({ code: "offline", message: "No way there" });
  });
  await user.keyboard("r");
  await waitFor(() => expect(next).toBe(1));
  act(() => publish({ kind: "viewDue", accountId: "sandbox", projectId: null, part: "projects" }));
  await act(async () => tries[0].resolve());
  await waitFor(() => expect(next).toBe(2));
  await act(async () => tries[1].resolve());
  expect(await screen.findByText(/^Couldn’t load all projects/)).toBeTruthy();
});

test("an account that cannot be asked is not asked: its kept rows and why", async () => {
  answer("accountList", () => [
    account({
      state: "unauthorized",
      problem: failure({ code: "unauthorized", message: "The key was refused" }),
    }),
  ]);
  answer("projectCached", ({ scope }) => (scope === "own" ? kept([named("kept")], -2) : null));
  openWindow(LIST);
  expect(await screen.findByText("kept")).toBeTruthy();
  expect(await screen.findByText(/The key was refused\. Shown as of/)).toBeTruthy();
  expect(callsOf("projectPage")).toEqual([]);
});

test("with nothing cached, why there is nothing is shown, and it is not taken for an empty account", async () => {
  refuse("projectPage", { code: "platform", message: "It broke", requestId: "req-12345678" });
  openWindow(LIST);
  const [first] = await screen.findAllByRole("alert");
  expect(first?.textContent).toContain("Couldn’t load the projects");
  expect(screen.getAllByRole("button", { name: /Copy request ID req-1234/ }).length).toBeGreaterThan(0);
  expect(screen.queryByText("No projects yet")).toBeNull();
});

test("an empty account says what projects are for; a window without an account shows the doors", async () => {
  const { unmount } = openWindow(LIST);
  expect(await screen.findByText("No projects yet")).toBeTruthy();
  unmount();
  answer("accountList", () => []);
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  openWindow(LIST);
  const empty = (await screen.findByText("No accounts yet")).parentElement;
  if (!empty) throw new Error("the notice has no place");
  expect(await within(empty).findByRole("button", { name: "Start in the sandbox" })).toBeTruthy();
  expect(within(empty).getByRole("button", { name: "Connect an account…" })).toBeTruthy();
});

test("projects that could not be looked up in time are named", async () => {
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("alpha")], null, ["late-1"]) : NONE));
  openWindow(LIST);
  expect(await screen.findByText(/couldn’t look up 1 project in time: late-1/)).toBeTruthy();
});

test("own, shared and all; a project that is both is the account's own", async () => {
  answer("projectPage", ({ scope }) =>
    scope === "own" ? page([named("mine"), named("both")]) : page([named("theirs"), named("both")]),
  );
  const { user } = openWindow(LIST);
  await screen.findByText("theirs");
  expect(shownNames()).toEqual(["both", "mine", "theirs"]);
  await user.click(screen.getByRole("radio", { name: "Shared with me" }));
  await waitFor(() => expect(shownNames()).toEqual(["both", "theirs"]));
  await user.click(screen.getByRole("radio", { name: "Mine" }));
  await waitFor(() => expect(shownNames()).toEqual(["both", "mine"]));
});

test("the filter is a key away, says how many it leaves and what fits nothing", async () => {
  answer("projectPage", ({ scope }) =>
    scope === "own" ? page([named("alpha"), named("beta", { regionId: "us-east-2" })]) : NONE,
  );
  const { user } = openWindow(LIST);
  await screen.findByText("alpha");
  await user.keyboard("/us-east");
  await waitFor(() => expect(shownNames()).toEqual(["beta"]));
  expect(screen.getByText("1 of 2 projects")).toBeTruthy();
  await user.keyboard("x");
  expect(await screen.findByText("No matches for “us-eastx”")).toBeTruthy();
});

test("columns are chosen, and the choice is there again", async () => {
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("alpha")]) : NONE));
  const { user, unmount } = openWindow(LIST);
  await screen.findByText("alpha");
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "Region" }));
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Updated" }));
  await user.keyboard("{Escape}");
  const headers = () => screen.getAllByRole("columnheader").map((header) => header.ariaLabel);
  await waitFor(() => expect(headers()).toContain("Updated"));
  expect(headers()).not.toContain("Region");
  unmount();
  openWindow(LIST);
  await screen.findByText("alpha");
  expect(headers()).toContain("Updated");
  expect(headers()).not.toContain("Region");
});

test("a change made here shows by the core's own list, without reading the pages again", async () => {
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("alpha"), named("beta")]) : NONE));
  openWindow(LIST);
  await screen.findByText("beta");
  const pages = callsOf("projectPage").length;
  answer("projectCached", ({ scope }) => (scope === "own" ? kept([named("alpha")]) : null));
  act(() => publish({ kind: "projectsChanged", accountId: "sandbox" }));
  await waitFor(() => expect(shownNames()).toEqual(["alpha"]));
  expect(callsOf("projectPage")).toHaveLength(pages);
});

test("a rename shows at once, and is sent once however often it is submitted", async () => {
  const reply = deferred<{ item: ProjectView; operations: never[] }>();
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("alpha")]) : NONE));
  answer("projectUpdate", () => reply.promise);
  const { user } = openWindow(LIST);
  await user.click(await screen.findByText("alpha-12345678"));
  await user.keyboard("{F2}");
  const field = await screen.findByRole("textbox", { name: "Name" });
  await retype(user, field, "größer");
  await user.keyboard("{Enter}{Enter}{Enter}");
  expect(callsOf("projectUpdate")).toHaveLength(1);
  expect(callsOf("projectUpdate")[0]?.update).toMatchObject({
    name: "größer",
    historyRetentionSeconds: null,
  });
  await act(async () => reply.resolve({ item: named("alpha", { name: "größer" }), operations: [] }));
  await waitFor(() => expect(shownNames()).toEqual(["größer"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a copy takes the usual database of the default branch; a refusal is shown above the list", async () => {
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("alpha")]) : NONE));
  answer("branchList", () => [branch({ id: "br-a" }), branch({ id: "br-b", isDefault: true })]);
  answer("databaseList", () => [
    { name: "other", owner: "x", createdAt: null, updatedAt: null },
    { name: "svcdb", owner: "svcdb_owner", createdAt: null, updatedAt: null },
  ]);
  refuse("connectCopy", {
    code: "platform",
    message: "Passwords are not stored",
    hint: "Reset the password.",
  });
  const { user } = openWindow(LIST);
  await user.click(await screen.findByText("alpha-12345678"));
  await user.keyboard("{Control>}{Shift>}c{/Shift}{/Control}");
  await waitFor(() =>
    expect(callsOf("connectCopy")).toEqual([
      {
        source: {
          kind: "project",
          accountId: "sandbox",
          projectId: "alpha-12345678",
          request: {
            database: "svcdb",
            role: "svcdb_owner",
            branchId: "br-b",
            computeId: null,
            pooled: true,
          },
        },
        form: "pooled",
      },
    ]),
  );
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t copy");
  expect(alert.textContent).toContain("Reset the password.");
});

test("a locked account blocks what changes something, with the reason", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  answer("projectPage", ({ scope }) => (scope === "own" ? page([named("alpha")]) : NONE));
  const { user } = openWindow(LIST);
  await screen.findByText("alpha");
  await user.click(screen.getByRole("button", { name: "Actions for alpha" }));
  const item = await screen.findByRole("menuitem", { name: /Delete….*read-only/ });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{Escape}");
  const create = screen.getByRole("button", { name: "New project…" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
  await user.click(create);
  expect(screen.queryByRole("dialog", { name: /New project/ })).toBeNull();
});

test("a row is locked while an operation runs on it, whatever the list said when it was read", async () => {
  const alpha = named("alpha", { isLocked: true });
  answer("projectPage", ({ scope }) => (scope === "own" ? page([alpha]) : NONE));
  const running = tracked({ projectId: alpha.id });
  answer("operationList", () => [running]);
  openWindow(LIST);
  const line = await screen.findByTestId("project-row");
  await waitFor(() => expect(line.textContent).toContain("busy"));

  answer("operationList", () => [tracked({ projectId: alpha.id, status: "finished", isOver: true })]);
  const { id, projectId } = running.operation;
  publish({ kind: "operationChanged", accountId: "sandbox", projectId, operationIds: [id] });
  await waitFor(() => expect(screen.getByTestId("project-row").textContent).not.toContain("busy"));
});

test("Ctrl+N on the projects asks for a new project, and makes no temporary database", async () => {
  const { user } = openWindow(LIST);
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  await user.keyboard("{Control>}n{/Control}");
  expect(await screen.findByRole("dialog", { name: "New project" })).toBeTruthy();
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("a new project is not asked for in a locked account, wherever one is, and the form says why", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  const { user } = openWindow({ screen: "settings" });
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "new project");
  const line = await screen.findByRole("option", { name: /New project….*read-only/ });
  expect(line.ariaDisabled).toBe("true");
  await user.keyboard("{Enter}{Escape}");
  act(() => openDialog({ dialog: "createProject", accountId: "sandbox" }));
  const dialog = await screen.findByRole("dialog", { name: "New project" });
  expect(dialog.textContent).toContain("The account is read-only.");
  expect(within(dialog).getByRole("button", { name: "Create project" })).toHaveProperty("disabled", true);
});
