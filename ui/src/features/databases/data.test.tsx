import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { DatabaseView, OneTimeSecretView, OperationView, RoleView } from "@/ipc/generated";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { choose, pick, pressing, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const PLACE = onProject("data");
const MAIN = views.branch({ id: "br-main-1", name: "main", isDefault: true });
const DEV = views.branch({ id: "br-dev-2", name: "dev" });

const database = (changes: Partial<DatabaseView> = {}) =>
  views.database({ createdAt: views.inHours(-48), updatedAt: views.inHours(-1), ...changes });

const role = (changes: Partial<RoleView> = {}) => views.role({ createdAt: views.inHours(-48), ...changes });

const oneTimeSecret: OneTimeSecretView = {
  id: "secret-1",
  label: "reporter",
  forms: views.connect({
    forms: [{ id: "password", label: "Password", group: "string", masked: "••••••••", note: null }],
    caFile: null,
  }),
};

beforeEach(() => {
  answer("branchList", () => [DEV, MAIN]);
  answer("databaseList", () => [database()]);
  answer("roleList", () => [
    role(),
    role({ name: "cloud_admin", isProtected: true }),
    role({ name: "readers", authenticationMethod: "no_login" }),
  ]);
});

const section = (name: string) => screen.findByRole("region", { name });
const menuOf = async (name: string) => screen.findByRole("button", { name: `Actions for ${name}` });

describe("databases", () => {
  test("are those of the default branch first, and of another on a choice that the address keeps", async () => {
    const { user, router } = openWindow(PLACE);
    expect(await within(await section("Databases")).findByText("svcdb")).toBeTruthy();
    expect(callsOf("databaseList")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: "br-main-1" }]);
    await pick(user, screen.getByRole("combobox", { name: "Branch" }), /dev/);
    await waitFor(() =>
      expect(callsOf("databaseList")).toContainEqual({
        accountId: "sandbox",
        projectId: ID,
        branchId: "br-dev-2",
      }),
    );
    expect(router.current()).toEqual({ ...PLACE, branch: "br-dev-2" });
  });

  test("a branch that is gone leads to the default one and says so", async () => {
    openWindow({ ...PLACE, branch: "br-gone-9" });
    expect(await screen.findByText(/no longer exists. Showing main/)).toBeTruthy();
    expect(callsOf("databaseList")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: "br-main-1" }]);
  });

  test("one is made with the usual owner, once however fast one clicks, and shown", async () => {
    let made: (view: DatabaseView) => void = () => {};
    answer(
      "databaseCreate",
      ({ name, owner }) =>
        new Promise((resolve) => {
          made = () => resolve({ item: database({ name, owner }), operations: [] });
        }),
    );
    const { user } = await pressing(openWindow(PLACE), "New database…");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "заказы");
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Owner" }).textContent).toContain("svcdb_owner"),
    );
    const create = screen.getByRole("button", { name: "Create database" });
    await user.click(create);
    await user.click(create);
    await user.click(create);
    await waitFor(() => expect(callsOf("databaseCreate")).toHaveLength(1));
    expect(callsOf("databaseCreate")[0]).toEqual({
      accountId: "sandbox",
      projectId: ID,
      branchId: "br-main-1",
      name: "заказы",
      owner: "svcdb_owner",
    });
    made(database());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await within(await section("Databases")).findByText("заказы")).toBeTruthy();
  });

  test.each([
    ["", "Enter a name."],
    ["ä".repeat(32), /64 bytes/],
  ])("a name that cannot be is refused in place: %j", async (name, why) => {
    const { user } = await pressing(openWindow(PLACE), "New database…");
    const field = await screen.findByRole("textbox", { name: "Name" });
    if (name) await user.type(field, name);
    await user.click(screen.getByRole("button", { name: "Create database" }));
    expect(await screen.findByText(why)).toBeTruthy();
    expect(callsOf("databaseCreate")).toEqual([]);
  });

  test("a name that is taken leads to the one that has it, and nothing is sent", async () => {
    const { user, router } = await pressing(openWindow(PLACE), "New database…");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "svcdb");
    await user.click(screen.getByRole("button", { name: "Create database" }));
    await user.click(await screen.findByRole("button", { name: "Use existing database" }));
    expect(callsOf("databaseCreate")).toEqual([]);
    expect(router.current()).toEqual({ ...PLACE, branch: "br-main-1", name: "svcdb" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("one that somebody else made meanwhile is offered after the refusal, and what was typed stays", async () => {
    refuse("databaseCreate", { code: "platform", message: "Database orders already exists" });
    const { user } = await pressing(openWindow(PLACE), "New database…");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    await user.type(field, "orders");
    answer("databaseList", () => [database(), database({ name: "orders" })]);
    await user.click(screen.getByRole("button", { name: "Create database" }));
    expect(await screen.findByText(/Database orders already exists/)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Use existing database" })).toBeTruthy();
    expect(field.value).toBe("orders");
  });

  test("renaming and giving to another send only what changed", async () => {
    answer("databaseUpdate", ({ name, update }) => ({
      item: database({ name: update.name ?? name, owner: update.owner ?? "svcdb_owner" }),
      operations: [],
    }));
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb"), /Rename…/);
    const field = await screen.findByRole("textbox", { name: "Name" });
    await retype(user, field, "Shop");
    await user.click(screen.getByRole("button", { name: "Rename" }));
    await choose(user, await menuOf("Shop"), /Change owner…/);
    await pick(user, await screen.findByRole("combobox", { name: "Owner" }), /readers/);
    await user.click(screen.getByRole("button", { name: "Change owner" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf("databaseUpdate")).toMatchObject([
      { name: "svcdb", update: { name: "Shop", owner: null } },
      { name: "Shop", update: { name: null, owner: "readers" } },
    ]);
  });

  test("deleting names the whole path, asks for the name, and drops the row of what is gone already", async () => {
    refuse("databaseDelete", { code: "notFound", message: "The database is not there" });
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb"), /^Delete…/);
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Sandbox / shop-prod / main / svcdb")).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete database" });
    expect(confirm.disabled).toBe(true);
    await user.type(within(dialog).getByRole("textbox", { name: "Type svcdb to confirm" }), "svcdb");
    answer("databaseList", () => []);
    await user.click(confirm);
    expect(await screen.findByText("svcdb was already gone")).toBeTruthy();
    expect(await screen.findByText("No databases on this branch")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("are copied for programs through the pooler and opened in psql directly; a refusal is shown in place", async () => {
    answer("connectCopy", () => 45);
    refuse("connectPsql", { code: "programMissing", message: "psql is not installed" });
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb"), /Copy connection string/);
    await choose(user, await menuOf("svcdb"), /Open psql/);
    expect(await screen.findByText("Couldn’t open psql")).toBeTruthy();
    const request = { database: "svcdb", role: "svcdb_owner", branchId: "br-main-1", computeId: null };
    const source = { kind: "project", accountId: "sandbox", projectId: ID };
    expect(callsOf("connectCopy")).toEqual([
      { source: { ...source, request: { ...request, pooled: true } }, form: "pooled" },
    ]);
    expect(callsOf("connectPsql")).toEqual([
      { source: { ...source, request: { ...request, pooled: false } }, more: [] },
    ]);
  });

  test("of a read-only account are shown, and every change says why not", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    const { user } = openWindow(PLACE);
    expect(await within(await section("Databases")).findByText("svcdb")).toBeTruthy();
    const button = screen.getByRole("button", { name: "New database…" });
    expect(button.ariaDisabled).toBe("true");
    await user.click(await menuOf("svcdb"));
    const psql = await screen.findByRole("menuitem", { name: /Open psql/ });
    expect(psql.textContent).toContain("The account is read-only");
    await user.keyboard("{Escape}");
    await user.click(button);
    expect(screen.queryByRole("dialog", { name: /New database/ })).toBeNull();
    await user.click(await menuOf("svcdb"));
    const item = await screen.findByRole("menuitem", { name: /Rename…/ });
    expect(item.textContent).toContain("read-only");
    expect(item.ariaDisabled).toBe("true");
  });

  test("that cannot be read say why, with a way on, and come when they can", async () => {
    refuse("databaseList", { code: "timeout", message: "The platform took too long", requestId: "req-7" });
    const { user } = openWindow(PLACE);
    const list = await section("Databases");
    expect(await within(list).findByText(/took too long/)).toBeTruthy();
    expect(within(list).getByText(/req-7/)).toBeTruthy();
    answer("databaseList", () => [database()]);
    await user.click(within(list).getByRole("button", { name: "Try again" }));
    expect(await within(list).findByText("svcdb")).toBeTruthy();
  });

  test("read once stay with their age when a later look fails", async () => {
    openWindow(PLACE);
    const list = await section("Databases");
    await within(list).findByText("svcdb");
    refuse("databaseList", { code: "offline", message: "api.example is not reachable" });
    publish({ kind: "projectChanged", accountId: "sandbox", projectId: ID });
    expect(await within(list).findByText(/not reachable/)).toBeTruthy();
    expect(within(list).getByText(/Shown as of/)).toBeTruthy();
    expect(within(list).getByText("svcdb")).toBeTruthy();
  });
});

describe("roles", () => {
  test("say how they log in and what they own; one of the platform's says why nothing can be done", async () => {
    const { user } = openWindow(PLACE);
    const list = await section("Roles");
    expect(await within(list).findByText("No login")).toBeTruthy();
    expect(within(list).getByText("Managed by the platform")).toBeTruthy();
    await user.click(await menuOf("cloud_admin"));
    const remove = await screen.findByRole("menuitem", { name: /^Delete…/ });
    expect(remove.textContent).toContain("The platform manages this role");
    expect(remove.ariaDisabled).toBe("true");
  });

  const createReporter = async (password: OneTimeSecretView | null, ...operations: OperationView[]) => {
    answer("roleCreate", ({ name }) => ({
      role: role({ name }),
      password,
      operations,
    }));
    const opened = await pressing(openWindow(PLACE), "New role…");
    await opened.user.type(await screen.findByRole("textbox", { name: "Name" }), "reporter");
    await opened.user.click(screen.getByRole("button", { name: "Create role" }));
    return opened;
  };

  test("a new one shows its password once, masked, until it is put away on purpose", async () => {
    answer("projectGet", () => views.project({ storesPasswords: false }));
    const { user } = await createReporter(oneTimeSecret, views.operation({ action: "apply_config" }));
    const dialog = await screen.findByRole("dialog", { name: "Password of reporter on main" });
    expect(within(dialog).getAllByText("••••••••").length).toBeGreaterThan(0);
    expect(within(dialog).getByText("Shown once")).toBeTruthy();
    expect(within(dialog).getByText(/It works in a few seconds, once it is applied/)).toBeTruthy();
    expect(dialog.textContent).not.toContain("old one");
    // The string is put together with the password that is in memory.
    expect(await within(dialog).findByRole("button", { name: /psql/ })).toBeTruthy();
    expect(callsOf("connectForms").at(-1)).toMatchObject({
      source: { kind: "newPassword", id: "secret-1", request: { database: "svcdb", role: "reporter" } },
    });
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "Password of reporter on main" })).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Done" }));
    await user.click(await screen.findByRole("button", { name: "Close without copying" }));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
    expect(callsOf("roleCreate")).toEqual([
      { accountId: "sandbox", projectId: ID, branchId: "br-main-1", name: "reporter", noLogin: false },
    ]);
  });

  test("a new one's password is not called shown once where its menu reveals it", async () => {
    const { user } = await createReporter(oneTimeSecret);
    const dialog = await screen.findByRole("dialog", { name: "Password of reporter on main" });
    expect(dialog.textContent).not.toContain("Shown once");
    expect(dialog.textContent).toContain("You can reveal it again from the role’s menu");
    // The way on: the connection string of the role, and psql with it.
    expect(await within(dialog).findByRole("button", { name: /psql/ })).toBeTruthy();
    expect(callsOf("connectForms").at(-1)).toMatchObject({
      source: { kind: "project", request: { branchId: "br-main-1", database: "svcdb", role: "reporter" } },
    });
    await user.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
  });

  test("one that cannot log in is made without a password", async () => {
    answer("roleCreate", ({ name }) => ({
      role: role({ name, authenticationMethod: "no_login" }),
      password: null,
      operations: [],
    }));
    const { user } = await pressing(openWindow(PLACE), "New role…");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "writers");
    await user.click(screen.getByRole("radio", { name: "No login" }));
    await user.click(screen.getByRole("button", { name: "Create role" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf("roleCreate")[0]).toMatchObject({ name: "writers", noLogin: true });
  });

  test("a password that was lost on the way leads to a reset", async () => {
    const { user } = await createReporter(null);
    expect(await screen.findByText("The password was lost")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reset password…" }));
    expect(await screen.findByRole("dialog", { name: "Reset the password of reporter?" })).toBeTruthy();
  });

  test("a reset says what stops working and shows the new password once", async () => {
    answer("roleResetPassword", () => ({ role: role(), password: oneTimeSecret, operations: [] }));
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb_owner"), "Reset password…");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("Sandbox / shop-prod / main / svcdb_owner");
    await user.dblClick(within(dialog).getByRole("button", { name: "Reset password" }));
    expect(await screen.findByRole("dialog", { name: "Password of svcdb_owner on main" })).toBeTruthy();
    expect(callsOf("roleResetPassword")).toHaveLength(1);
  });

  test("a reset names the project folders that have the old password, and offers to write the new one", async () => {
    const request = { branchId: "br-main-1", database: "svcdb", role: "svcdb_owner", pooled: true };
    const source = { kind: "branch", accountId: "sandbox", projectId: ID, request } as const;
    const settings = views.folderSettings({ source });
    const other = views.folderSettings({ source: { ...source, request: { ...request, role: "reader" } } });
    answer("folderList", () => ({
      items: [
        views.folder({ id: "1", name: "shop", state: "filled", settings }),
        views.folder({ id: "2", name: "blog", state: "filled", settings: other }),
      ],
    }));
    answer("folderStale", () => []);
    answer("roleResetPassword", () => ({ role: role(), password: oneTimeSecret, operations: [] }));
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb_owner"), "Reset password…");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/The env file of shop will have the old password/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Reset password" }));
    expect(await screen.findByText("The env file of shop still has the old password")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Review and write…", hidden: true }));
    expect(await screen.findByRole("dialog", { name: "Update changed connection strings" })).toBeTruthy();
  });

  test("a password is revealed on purpose and never kept in the cache", async () => {
    answer("roleRevealPassword", () => ({ text: "npw_3xample", hideAt: views.inHours(0.01) }));
    const { user, client } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb_owner"), "Reveal password…");
    await user.click(await screen.findByRole("button", { name: "Reveal password" }));
    expect(await screen.findByText("npw_3xample")).toBeTruthy();
    expect(cacheText(client)).not.toContain("3xample");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(screen.queryByText("npw_3xample")).toBeNull();
  });

  test("where no passwords are stored the way out is a reset", async () => {
    answer("projectGet", () => views.project({ storesPasswords: false }));
    const { user } = openWindow(PLACE);
    await user.click(await menuOf("svcdb_owner"));
    const reveal = await screen.findByRole("menuitem", { name: /Reveal password…/ });
    expect(reveal.textContent).toContain("stores no passwords");
    expect(reveal.ariaDisabled).toBe("true");
  });

  test("a reveal that is refused explains itself and offers the reset", async () => {
    refuse("roleRevealPassword", { code: "platform", message: "Passwords are not stored for this project" });
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb_owner"), "Reveal password…");
    await user.click(await screen.findByRole("button", { name: "Reveal password" }));
    expect(await screen.findByText(/Passwords are not stored/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reset password…" }));
    expect(await screen.findByRole("dialog", { name: "Reset the password of svcdb_owner?" })).toBeTruthy();
  });

  test("a copied password does not pass the window, and a failed copy is shown above the roles", async () => {
    refuse("roleCopyPassword", { code: "platform", message: "Passwords are not stored for this project" });
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb_owner"), "Copy password");
    expect(await screen.findByText("Couldn’t copy the password")).toBeTruthy();
    expect(callsOf("roleCopyPassword")).toEqual([
      { accountId: "sandbox", projectId: ID, branchId: "br-main-1", name: "svcdb_owner" },
    ]);
  });

  test("one that owns databases is not deleted, and says which hold it", async () => {
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("svcdb_owner"), /^Delete…/);
    const dialog = await screen.findByRole("dialog", { name: "svcdb_owner can’t be deleted yet" });
    expect(dialog.textContent).toContain("It owns svcdb.");
  });

  test("deleting one of a production account asks for its name", async () => {
    answer("accountList", () => [views.account({ isProduction: true })]);
    answer("roleDelete", () => null);
    const { user } = openWindow(PLACE);
    await choose(user, await menuOf("readers"), /^Delete…/);
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByRole("textbox", { name: "Type readers to confirm" }), "readers");
    await user.click(within(dialog).getByRole("button", { name: "Delete role" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf("roleDelete")).toEqual([
      { accountId: "sandbox", projectId: ID, branchId: "br-main-1", name: "readers" },
    ]);
  });
});

test("a dialog about a branch can be asked for from anywhere", async () => {
  openWindow(PLACE);
  await section("Roles");
  openDialog({
    dialog: "createRole",
    at: {
      accountId: "sandbox",
      projectId: ID,
      projectName: "shop-prod",
      branchId: "br-dev-2",
      branchName: "dev",
    },
  });
  expect(await screen.findByRole("dialog", { name: "New role on dev" })).toBeTruthy();
});
