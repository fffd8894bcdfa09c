import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { BranchView, ConnectionProbeView, OneTimeSecretView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, deferred, pick, pressing } from "@/test/interactions";
import { account, branch, compute, connect, database, failure, inHours, project } from "@/test/views";
import { openWindow } from "@/test/window";

const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const DEV = branch({ id: "br-dev-1", name: "dev", parentId: "br-main-1", parentLsn: "0/1A2B" });
const LEAF = branch({ id: "br-leaf-1", name: "leaf", parentId: "br-dev-1" });
const PROJECT = "shop-prod-12345678";
const ARGS = { accountId: "sandbox", projectId: PROJECT };

const oneTimeSecret: OneTimeSecretView = { id: "secret-1", label: "svcdb as svcdb_owner", forms: connect() };

let branches: BranchView[];

beforeEach(() => {
  branches = [MAIN, DEV, LEAF];
  answer("branchList", () => branches);
  answer("computeList", () => [compute()]);
  answer("databaseList", () => [database(), database({ name: "reports" })]);
});

function open(id?: string) {
  return openWindow({
    screen: "project",
    account: "sandbox",
    id: PROJECT,
    tab: "branches",
    ...(id && { branch: id }),
  });
}

/** What came of trying a connection. */
const probe = (changes: Partial<ConnectionProbeView> = {}): ConnectionProbeView => ({
  accountId: "sandbox",
  projectId: PROJECT,
  branchId: "br-dev-1",
  computeId: null,
  state: "waiting",
  since: inHours(0),
  milliseconds: null,
  error: null,
  ...changes,
});

/** The line of a branch, by its exact name. */
const row = (name: string) =>
  waitFor(() => {
    const found = screen.getAllByRole("row").find((each) => each.querySelector(`[data-branch="${name}"]`));
    if (!found) throw new Error(`no line of ${name}`);
    return found;
  });
const isShown = (name: string) => document.querySelector(`[data-branch="${name}"]`) !== null;

async function openCreate() {
  const opened = open();
  await row("leaf");
  await opened.user.click(screen.getByRole("button", { name: "New branch…" }));
  return { ...opened, dialog: within(await screen.findByRole("dialog", { name: "New branch" })) };
}

async function openDelete() {
  const opened = open("br-leaf-1");
  await screen.findByRole("heading", { name: "leaf" });
  await choose(opened.user, screen.getByRole("button", { name: "More actions for leaf" }), /^Delete…/);
  return { ...opened, dialog: within(await screen.findByRole("dialog", { name: "Delete leaf?" })) };
}

test("the branches are a tree that arrows open and close, with marks, origin and compute in words", async () => {
  branches = [
    MAIN,
    { ...DEV, isProtected: true, restrictions: [{ action: "restore", reason: "too young" }] },
    LEAF,
  ];
  const { user } = open();
  const main = await row("main");
  await waitFor(() =>
    expect(main.textContent).toMatch(/main.*default.*root branch.*Ready.*0.5–3 CU · active/),
  );
  expect(main.ariaExpanded).toBe("true");
  const dev = await row("dev");
  expect(dev.textContent).toContain("protected");
  expect(dev.textContent).toContain("from main at 0/1A2B");
  expect(dev.textContent).toContain("Can’t be restored: too young");
  expect((await row("leaf")).ariaLevel).toBe("3");
  // Where it is narrow the mark gives way, and the sign before the name says it.
  const sign = within(dev).getByTitle("Protected");
  expect(sign.querySelector("svg")).toBeTruthy();
  expect(sign.nextElementSibling?.textContent).toBe("dev");
  expect(within(main).queryByTitle("Protected")).toBeNull();

  main.focus();
  await user.keyboard("{ArrowLeft}");
  await waitFor(() => expect(isShown("leaf")).toBe(false));
  await user.keyboard("{ArrowRight}{ArrowDown}");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("dev"));
  expect(await screen.findByRole("heading", { name: "dev" })).toBeTruthy();
});

test("a new branch is asked for once, and its connection is shown until it is put away", async () => {
  const { promise, resolve: finish } = deferred<void>();
  answer("branchCreate", async () => {
    await promise;
    const made = branch({ id: "br-import-1", name: "import", parentId: "br-main-1", state: "init" });
    return { branch: made, computes: [], connections: [oneTimeSecret], operations: [] };
  });
  answer("oneTimeSecretForget", () => null);
  const { user, dialog } = await openCreate();
  await user.type(dialog.getByRole("textbox", { name: /^Name/ }), "import");
  expect(dialog.getByText(/^Schema and data/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "More options" }));
  await user.type(dialog.getByRole("textbox", { name: /^Size in CU/ }), "0.5-3");
  const create = dialog.getByRole("button", { name: "Create branch" });
  await user.click(create);
  await user.click(create);
  await user.click(create);
  finish();
  expect(await screen.findByRole("dialog", { name: "Connect to import" })).toBeTruthy();
  expect(callsOf("branchCreate")).toEqual([
    {
      ...ARGS,
      create: {
        name: "import",
        parentId: null,
        parentLsn: null,
        parentTimestamp: null,
        schemaOnly: false,
        protected: false,
        expiresAt: null,
        compute: { minCu: 0.5, maxCu: 3, suspendTimeoutSeconds: 0 },
        notes: {},
      },
    },
  ]);
  expect(screen.getByTestId("secret-notice").textContent).not.toContain("Shown once");
  await user.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
  expect(await screen.findByRole("heading", { name: "import" })).toBeTruthy();
});

test("a new branch's connection is shown once where the project stores no passwords", async () => {
  answer("projectGet", () => project({ storesPasswords: false }));
  answer("branchCreate", () => ({
    branch: branch({ id: "br-import-1", name: "import", parentId: "br-main-1" }),
    computes: [],
    connections: [oneTimeSecret],
    operations: [],
  }));
  refuse("connectCopy", { code: "internal", message: "Couldn't copy to the clipboard" });
  const { user } = await openCreate();
  await user.click(await screen.findByRole("button", { name: "Create branch" }));
  const dialog = await screen.findByRole("dialog", { name: "Connect to import" });
  expect(within(dialog).getByTestId("secret-notice").textContent).toContain("Shown once");
  expect((await within(dialog).findByRole("alert")).textContent).toContain("Couldn’t copy to the clipboard");
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(await screen.findByRole("dialog", { name: "Close without copying?" })).toBeTruthy();
});

test("a branch that no compute serves says why nothing can connect to it, in place of asking the platform", async () => {
  const { user } = open("br-leaf-1");
  const copy = await screen.findByRole("button", { name: "Copy connection string" });
  await waitFor(() => expect(copy.getAttribute("aria-disabled")).toBe("true"));
  await user.click(copy);
  await user.keyboard("p");
  expect(callsOf("connectCopy")).toEqual([]);
  expect(callsOf("connectPsql")).toEqual([]);
  expect(screen.getByRole("button", { name: "New compute…" })).toBeTruthy();
});

test("what was refused of a branch goes with the branch", async () => {
  answer("computeList", () => [compute({ branchId: "br-leaf-1" })]);
  refuse("connectCopy", { code: "notFound", message: "The platform knows no such branch" });
  await pressing(open("br-leaf-1"), "Copy connection string");
  expect((await screen.findByRole("alert")).textContent).toContain("no such branch");
  branches = [MAIN, DEV];
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a copied connection string, which changes nothing, lets no row move under the pointer", async () => {
  answer("computeList", () => [compute({ branchId: "br-leaf-1" })]);
  answer("connectCopy", () => 45);
  const { user } = await pressing(open("br-leaf-1"), "Copy connection string");
  await waitFor(() => expect(callsOf("connectCopy")).toHaveLength(1));
  await user.hover(await row("leaf"));
  branches = [MAIN, branch({ id: "br-alpha-1", name: "alpha", parentId: "br-main-1" }), DEV, LEAF];
  publish({ kind: "viewDue", accountId: "sandbox", projectId: PROJECT, part: "branches" });
  expect((await row("alpha")).dataset.index).toBe("3");
});

test("the notice of a branch that another program deleted waits until the pointer has left the rows", async () => {
  const { user } = open();
  await user.hover(await row("main"));
  const undo = {
    id: "undo-1",
    accountId: "sandbox",
    projectId: PROJECT,
    branchId: "br-leaf-1",
    bulkId: null,
  };
  answer("undoList", () => [{ ...undo, name: "leaf", deletedAt: inHours(0), until: inHours(168) }]);
  branches = [MAIN, DEV];
  publish({ kind: "undoChanged" });
  publish({ kind: "viewDue", accountId: "sandbox", projectId: PROJECT, part: "branches" });
  await screen.findByRole("row", { name: /No longer available/ });
  await waitFor(() => expect(callsOf("undoList")).toHaveLength(2));
  expect(screen.queryByTestId("undo-notice")).toBeNull();
  await user.hover(screen.getByRole("button", { name: "New branch…" }));
  expect((await screen.findByTestId("undo-notice")).textContent).toContain("leaf was deleted.");
});

test("in a locked account psql says why it is not opened", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  answer("computeList", () => [compute({ branchId: "br-leaf-1" })]);
  const { user } = open("br-leaf-1");
  const psql = await screen.findByRole("button", { name: "Open psql" });
  await waitFor(() => expect(psql.ariaDisabled).toBe("true"));
  await user.click(psql);
  expect(callsOf("connectPsql")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "More actions for leaf" }));
  const item = await screen.findByRole("menuitem", { name: /Open psql/ });
  expect(item.textContent).toContain("The account is read-only");
});

test("what a lock refused is shown once, and no longer than the lock", async () => {
  answer("accountList", () => [account({ isReadOnly: false })]);
  answer("computeList", () => [compute({ branchId: "br-leaf-1" })]);
  refuse("connectPsql", {
    code: "readOnly",
    message: "Sandbox is locked against changes",
    about: "sandbox",
  });
  const { onFailure } = await pressing(open("br-leaf-1"), "Open psql");
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn’t open psql");
  await waitFor(() => expect(onFailure).toHaveBeenCalled());
  await new Promise((passed) => setTimeout(passed, 400));
  expect(screen.getAllByText(/Sandbox is locked against changes/)).toHaveLength(1);

  answer("accountList", () => [account({ isReadOnly: true })]);
  publish({ kind: "accountsChanged" });
  const psql = await screen.findByRole("button", { name: "Open psql" });
  await waitFor(() => expect(psql.ariaDisabled).toBe("true"));
  expect(screen.getByRole("alert").textContent).toContain("Couldn’t open psql");
  answer("accountList", () => [account({ isReadOnly: false })]);
  publish({ kind: "accountsChanged" });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a refusal that no screen shows is a toast", async () => {
  answer("computeList", () => [compute({ branchId: "br-leaf-1" })]);
  const { promise, resolve: fail } = deferred<void>();
  answer("connectPsql", async () => {
    await promise;
    throw new Error("psql is not installed");
  });
  const { router } = await pressing(open("br-leaf-1"), "Open psql");
  await waitFor(() => expect(callsOf("connectPsql")).toHaveLength(1));
  router.go({ screen: "temporary" });
  await screen.findByRole("heading", { level: 1, name: "Temporary databases" });
  fail();
  expect(await screen.findByText(/psql is not installed/)).toBeTruthy();
});

test("that a connection succeeded is shown while the compute runs", async () => {
  answer("computeList", () => [compute({ id: "ep-leaf-1", branchId: "br-leaf-1", state: "active" })]);
  answer("connectionProbeList", () => [
    probe({ branchId: "br-leaf-1", computeId: "ep-leaf-1", state: "usable", milliseconds: 420 }),
  ]);
  open("br-leaf-1");
  expect((await screen.findByTestId("usable")).textContent).toContain("Connected in 420 ms");
  answer("computeList", () => [compute({ id: "ep-leaf-1", branchId: "br-leaf-1", state: "idle" })]);
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT });
  await waitFor(() => expect(screen.queryByTestId("usable")).toBeNull());
});

test("a name that is taken keeps what was typed and offers the branch that has it", async () => {
  refuse("branchCreate", { code: "exists", message: "There is a branch dev already", about: "br-dev-1" });
  const { user, dialog } = await openCreate();
  await user.type(dialog.getByRole("textbox", { name: /^Name/ }), "dev");
  expect(dialog.getByText("A branch with this name already exists.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Create branch" }));
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toContain("There is a branch dev already");
  expect(dialog.getByRole("textbox", { name: /^Name/ })).toHaveProperty("value", "dev");
  await user.click(dialog.getByRole("button", { name: "Open existing branch" }));
  expect(await screen.findByRole("heading", { name: "dev" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("deleting names what goes, and cannot begin while branches come from it", async () => {
  answer("branchDelete", () => null);
  const { user, dialog } = await openDelete();
  expect(dialog.getByText("Sandbox / shop-prod / leaf")).toBeTruthy();
  expect(await dialog.findByText("2: svcdb and reports")).toBeTruthy();
  expect(dialog.getByText("None")).toBeTruthy();
  branches = [MAIN, DEV];
  await user.click(dialog.getByRole("button", { name: "Delete branch" }));
  await waitFor(() => expect(callsOf("branchDelete")).toEqual([{ ...ARGS, branchId: "br-leaf-1" }]));
  await waitFor(() => expect(isShown("leaf")).toBe(false));
  expect(screen.queryByRole("heading", { name: "leaf" })).toBeNull();

  branches = [MAIN, DEV, LEAF];
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT });
  await row("leaf");
  await user.click(await row("dev"));
  await choose(user, await screen.findByRole("button", { name: "More actions for dev" }), /^Delete…/);
  const blocked = within(await screen.findByRole("dialog", { name: "dev can’t be deleted yet" }));
  expect(blocked.getByText("leaf")).toBeTruthy();
  expect(blocked.queryByRole("button", { name: "Delete branch" })).toBeNull();
  expect(callsOf("branchDelete")).toHaveLength(1);
});

test("in a production account the name is typed first; the default branch cannot be asked for at all", async () => {
  answer("accountList", () => [account({ isProduction: true })]);
  const { user, dialog } = await openDelete();
  expect(dialog.getByRole("button", { name: "Delete branch" })).toHaveProperty("disabled", true);
  await user.type(dialog.getByRole("textbox", { name: "Type leaf to confirm" }), "leaf");
  expect(dialog.getByRole("button", { name: "Delete branch" })).toHaveProperty("disabled", false);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));

  await user.click(await row("main"));
  await user.click(await screen.findByRole("button", { name: "More actions for main" }));
  const item = await screen.findByRole("menuitem", { name: /^Delete…/ });
  expect(item.ariaDisabled).toBe("true");
  expect(item.textContent).toContain("Make another branch the default first");
});

test("protecting is one click, and a refusal stays above the tree until it is put away", async () => {
  answer("branchUpdate", () => ({ item: { ...LEAF, isProtected: true }, operations: [] }));
  const { user } = open("br-leaf-1");
  await screen.findByRole("heading", { name: "leaf" });
  await choose(user, screen.getByRole("button", { name: "More actions for leaf" }), /^Protect/);
  await waitFor(() =>
    expect(callsOf("branchUpdate")).toEqual([
      { ...ARGS, branchId: "br-leaf-1", update: { protected: true } },
    ]),
  );
  expect((await row("leaf")).textContent).toContain("protected");

  refuse("branchUpdate", { code: "platform", message: "branch not ready yet", requestId: "req-123456789" });
  await user.click(screen.getByRole("button", { name: "More actions for leaf" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Unprotect/ }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t change the protection");
  expect(alert.textContent).toContain("branch not ready yet");
  // What gives it its margin.
  expect(alert.closest(".notices")).toBeTruthy();
  await user.click(within(alert).getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an expiration is removed in one click, and offered only where there is one", async () => {
  branches = [MAIN, DEV, { ...LEAF, expiresAt: inHours(24) }];
  answer("branchUpdate", () => ({ item: LEAF, operations: [] }));
  const { user } = open("br-leaf-1");
  await screen.findByRole("heading", { name: "leaf" });
  await choose(user, screen.getByRole("button", { name: "More actions for leaf" }), /^Remove expiration/);
  await waitFor(() =>
    expect(callsOf("branchUpdate")).toEqual([
      { ...ARGS, branchId: "br-leaf-1", update: { expiry: { kind: "never" } } },
    ]),
  );
  await user.click(screen.getByRole("button", { name: "More actions for leaf" }));
  expect(await screen.findByRole("menuitem", { name: /^Set expiration…/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /^Remove expiration/ })).toBeNull();
});

test("a reset names a parent that was deleted, and is off", async () => {
  const gone = branch({ id: "br-main-1", name: "main", deletedAt: inHours(-1) });
  const only = branch({ id: "br-only-1", name: "only", isDefault: true, parentId: null });
  answer("branchList", ({ includeDeleted: all }) => (all ? [only, DEV, gone] : [only, DEV]));
  const { user } = open("br-dev-1");
  await screen.findByRole("heading", { name: "dev" });
  await user.click(screen.getByRole("button", { name: "More actions for dev" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Reset from parent…/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reset dev from main?" }));
  expect(dialog.getByText("main was deleted, so dev can’t be reset from it.")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Reset branch" })).toHaveProperty("disabled", true);
});

test("a reset says what is lost and must keep it when branches come from it", async () => {
  answer("branchRestore", () => {
    const item = { ...DEV, state: "resetting" };
    branches = [MAIN, item, LEAF];
    return { item, operations: [] };
  });
  const { user } = open("br-dev-1");
  await screen.findByRole("heading", { name: "dev" });
  await user.click(screen.getByRole("button", { name: "More actions for dev" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Reset from parent…/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reset dev from main?" }));
  expect(dialog.getByText(/everything written since/)).toBeTruthy();
  const name = dialog.getByRole("textbox", { name: /^Backup branch name/ });
  await user.clear(name);
  await user.click(dialog.getByRole("button", { name: "Reset branch" }));
  expect(dialog.getByText("Enter a name.")).toBeTruthy();
  expect(callsOf("branchRestore")).toEqual([]);
  await user.type(name, "dev-before");
  await user.click(dialog.getByRole("button", { name: "Reset branch" }));
  await waitFor(() =>
    expect(callsOf("branchRestore")).toEqual([
      {
        ...ARGS,
        branchId: "br-dev-1",
        restore: {
          sourceId: "br-main-1",
          sourceLsn: null,
          sourceTimestamp: null,
          preserveUnderName: "dev-before",
        },
      },
    ]),
  );
  expect((await row("dev")).textContent).toContain("Resetting");
});

describe("a restore", () => {
  const restoring = async () => {
    answer("projectGet", () => project({ historyRetentionSeconds: 86_400 }));
    answer("branchRestore", ({ branchId: id, restore: { preserveUnderName } }) => {
      const item = { ...(id === DEV.id ? DEV : MAIN), state: "resetting" };
      const backup = branch({
        id: `br-backup-${branches.length}`,
        name: preserveUnderName ?? "",
        parentId: MAIN.id,
      });
      branches = [...branches.filter((each) => each.id !== id), item, backup];
      return { item, operations: [] };
    });
    const { user } = open(DEV.id);
    await screen.findByRole("heading", { name: "dev" });
    await choose(user, screen.getByRole("button", { name: "More actions for dev" }), /^Restore…/);
    const dialog = within(await screen.findByRole("dialog", { name: "Restore dev" }));
    const restore = () => user.click(dialog.getByRole("button", { name: "Restore branch" }));
    return { user, dialog, restore };
  };
  const settle = () => {
    branches = branches.map((each) => ({ ...each, state: "ready" }));
    act(() => publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT }));
  };
  const notice = () => screen.findByTestId("restored-notice");

  test("starts with a moment in the restore window, and from another branch with its current data", async () => {
    const { user, dialog, restore } = await restoring();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Date and time/).value).not.toBe("");
    await pick(user, dialog.getByRole("combobox", { name: "Restore from" }), "leaf");
    expect(dialog.getByRole("radio", { name: "Current data" }).ariaChecked).toBe("true");
    await restore();
    await waitFor(() => expect(callsOf("branchRestore")).toHaveLength(1));
    expect(callsOf("branchRestore")[0]?.restore).toMatchObject({ sourceId: LEAF.id, sourceTimestamp: null });
  });

  test("says what the branch holds, and is undone from its backup, which keeps what was restored", async () => {
    const { user, restore } = await restoring();
    await restore();
    expect((await notice()).textContent).toContain("Restoring dev…");
    settle();
    await waitFor(async () => expect((await notice()).textContent).toMatch(/dev is as it was (at|on) /));
    const first = branches.find(({ id }) => id.startsWith("br-backup"));
    expect((await notice()).textContent).toContain(`${first?.name} keeps its previous data.`);
    await user.click(within(await notice()).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(callsOf("branchRestore")).toHaveLength(2));
    const undo = callsOf("branchRestore")[1]?.restore;
    expect(undo).toMatchObject({ sourceId: first?.id, sourceLsn: null, sourceTimestamp: null });
    expect(undo).not.toHaveProperty("preserveUnderName", first?.name);
    settle();
    await waitFor(async () =>
      expect((await notice()).textContent).toContain(`dev now has the data of ${first?.name}.`),
    );
    await user.click(within(await notice()).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByTestId("restored-notice")).toBeNull();
  });

  test("is no news any more once its branch is deleted", async () => {
    const { restore } = await restoring();
    await restore();
    await notice();
    branches = branches.filter(({ id }) => id !== DEV.id);
    act(() => publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT }));
    await waitFor(() => expect(screen.queryByTestId("restored-notice")).toBeNull());
  });

  test("that can’t be undone says why", async () => {
    const { user, restore } = await restoring();
    await restore();
    await notice();
    settle();
    refuse("branchRestore", { code: "platform", message: "The project is locked" });
    await user.click(await within(await notice()).findByRole("button", { name: "Undo" }));
    const alert = await screen.findByText("Couldn’t undo the restore");
    expect(alert.closest("[role=alert]")?.textContent).toContain("The project is locked.");
  });
});

test("deleted branches are shown on request, with their deadline, and can be recovered", async () => {
  const gone = { ...LEAF, deletedAt: inHours(-1), recoverableUntil: inHours(150) };
  answer("branchList", ({ includeDeleted: deleted }) => (deleted ? [MAIN, DEV, gone] : [MAIN, DEV]));
  answer("branchRecover", () => LEAF);
  const { user } = open();
  await row("dev");
  expect(isShown("leaf")).toBe(false);
  await user.click(screen.getByRole("switch", { name: "Show deleted" }));
  const line = await row("leaf");
  expect(line.textContent).toMatch(/Deleted.*6 d 5 h|Deleted.*6 d 6 h/);
  await user.click(line);
  await user.click(await screen.findByRole("button", { name: "Recover leaf" }));
  await waitFor(() => expect(callsOf("branchRecover")).toEqual([{ ...ARGS, branchId: "br-leaf-1" }]));
});

test("usable is shown once a connection succeeded, and why when none did", async () => {
  answer("connectionProbeList", () => [probe()]);
  open("br-dev-1");
  expect((await screen.findByTestId("usable")).textContent).toContain("Waiting for the platform");
  answer("connectionProbeList", () => [probe({ state: "usable", milliseconds: 1_234 })]);
  publish({ kind: "connectionProbeChanged", accountId: "sandbox", projectId: PROJECT });
  await waitFor(() => expect(screen.getByTestId("usable").textContent).toContain("Connected in 1.2 s"));
  answer("connectionProbeList", () => [
    probe({
      state: "failed",
      error: failure({ code: "database", message: "role is not permitted" }),
    }),
  ]);
  publish({ kind: "connectionProbeChanged", accountId: "sandbox", projectId: PROJECT });
  expect((await screen.findByRole("alert")).textContent).toContain("role is not permitted");
});

test("a locked account blocks every change with its reason and leaves reading alone", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  const { user } = open("br-leaf-1");
  await screen.findByRole("heading", { name: "leaf" });
  await waitFor(() => expect(screen.getByRole("button", { name: "New branch…" }).ariaDisabled).toBe("true"));
  await user.click(screen.getByRole("button", { name: "New branch…" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions for leaf" }));
  for (const name of [/^Rename…/, /^Protect/, /^Delete…/, /^Restore…/]) {
    const item = await screen.findByRole("menuitem", { name });
    expect(item.ariaDisabled).toBe("true");
    expect(item.textContent).toContain("The account is read-only");
  }
  expect((await screen.findByRole("menuitem", { name: /^Copy as JSON/ })).ariaDisabled).not.toBe("true");
});

test("a list that could not be read says why and is tried again", async () => {
  refuse("branchList", { code: "offline", message: "The address does not answer", requestId: "req-1" });
  const { user } = open();
  const title = await screen.findByText("Couldn’t load the branches");
  answer("branchList", () => [MAIN]);
  const alert = title.closest<HTMLElement>("[role=alert]");
  if (!alert) throw new Error("no alert around the title");
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await row("main")).toBeTruthy();
});

test("Delete on a branch asks about the branch, and on the default one says why it does not", async () => {
  const { user } = open("br-leaf-1");
  await screen.findByRole("heading", { name: "leaf" });
  (await row("leaf")).focus();
  await user.keyboard("{Delete}");
  expect(await screen.findByRole("dialog", { name: "Delete leaf?" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await row("main"));
  await screen.findByRole("heading", { name: "main" });
  (await row("main")).focus();
  await user.keyboard("{Delete}");
  expect(await screen.findByText(/^The default branch can’t be deleted/)).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: /^Delete main\?/ })).toBeNull();
});

test("where there is no restore window a branch begins with the present of its parent, and the dialog says why", async () => {
  answer("projectGet", () => project({ historyRetentionSeconds: 0 }));
  const { user } = open("br-dev-1");
  await screen.findByRole("heading", { name: "dev" });
  await user.click(screen.getByRole("button", { name: "New branch…" }));
  const create = within(await screen.findByRole("dialog", { name: "New branch" }));
  expect(create.getByRole("radio", { name: "Current data" }).ariaChecked).toBe("true");
  const moment = create.getByRole("radio", { name: /^Point in time/ });
  expect(moment.ariaDisabled).toBe("true");
  expect(create.getByRole("radio", { name: /^Log sequence number/ }).ariaDisabled).toBe("true");
  const reason = "The project has no restore window, so a branch starts from its parent’s current data.";
  expect(create.getByText(reason)).toBeTruthy();
  await user.click(moment);
  expect(create.queryByLabelText(/^Date and time \(local\)/)).toBeNull();
  await user.click(create.getByRole("button", { name: "Cancel" }));
});

test("where there is no restore window a branch is restored from another one, and not at all where it is alone", async () => {
  answer("projectGet", () => project({ historyRetentionSeconds: 0 }));
  answer("branchRestore", () => ({ item: { ...DEV, state: "resetting" }, operations: [] }));
  const { user } = open("br-dev-1");
  await screen.findByRole("heading", { name: "dev" });
  const openDialog = async (name: string) => {
    await user.click(screen.getByRole("button", { name: `More actions for ${name}` }));
    await user.click(await screen.findByRole("menuitem", { name: /^Restore…/ }));
    return within(await screen.findByRole("dialog", { name: `Restore ${name}` }));
  };
  const restore = await openDialog("dev");
  expect(restore.queryByText(/snapshot schedule ends/)).toBeNull();
  expect(restore.getByRole("combobox", { name: "Restore from" }).textContent).toContain("main");
  expect(restore.getByText(/^The project has no restore window, so a branch can only take/)).toBeTruthy();
  await user.click(restore.getByRole("button", { name: "Restore branch" }));
  await waitFor(() =>
    expect(callsOf("branchRestore")).toEqual([
      {
        ...ARGS,
        branchId: "br-dev-1",
        restore: expect.objectContaining({ sourceId: "br-main-1", sourceTimestamp: null }),
      },
    ]),
  );

  branches = [MAIN];
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT });
  await waitFor(() => expect(isShown("dev")).toBe(false));
  await user.click(await row("main"));
  await screen.findByRole("heading", { name: "main" });
  const alone = await openDialog("main");
  expect(alone.getByText(/no other branch to restore from/)).toBeTruthy();
  // It is a root branch.
  expect(alone.getByText(/snapshot schedule ends/)).toBeTruthy();
  expect(alone.getByRole("button", { name: "Restore branch" })).toHaveProperty("disabled", true);
  expect(callsOf("branchRestore")).toHaveLength(1);
});

test("an end in 1 hour counts from the click, however long the dialog was open", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-03-01T10:00:00Z");
  answer("branchUpdate", () => ({ item: LEAF, operations: [] }));
  const { user } = open("br-leaf-1");
  await user.click(await screen.findByRole("button", { name: "More actions for leaf" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Set expiration…/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set expiration of leaf" }));
  await pick(user, dialog.getByRole("combobox"), "In 1 hour");
  // Nothing is drawn anew meanwhile: no timer of the window has come to its end.
  vi.setSystemTime("2026-03-01T10:00:40Z");
  await user.click(dialog.getByRole("button", { name: "Set expiration" }));
  await waitFor(() => expect(callsOf("branchUpdate")).toHaveLength(1));
  expect(callsOf("branchUpdate")[0]?.update).toEqual({
    expiry: { kind: "at", at: "2026-03-01T11:00:40Z" },
  });
});
