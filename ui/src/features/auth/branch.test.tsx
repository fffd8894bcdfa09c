import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { rolesError, rolesOf } from "@/features/userRoles/words";
import { answer, callsOf } from "@/test/backend";
import { gone, pick, retype } from "@/test/interactions";
import { openPalette } from "@/test/palette";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const PROFILE = views.account().profile;
const DEV = "br-dev-2";

const section = (name: string) => screen.findByRole("region", { name });

/** Auth is on the default branch alone. */
beforeEach(() => {
  answer("accountList", () => [views.account({ profile: { ...PROFILE, authByBranch: true } })]);
  answer("branchList", () => [
    views.branch({ id: DEV, name: "dev" }),
    views.branch({ id: "br-main-1", name: "main", isDefault: true }),
  ]);
  answer("databaseList", () => [views.database()]);
  answer("authIntegrations", ({ branchId: branch }) => (branch === DEV ? [] : [views.integration()]));
});

test("shows auth of the default branch, and of another one once it is chosen", async () => {
  const { user } = openWindow(onProject("auth", "domains"));
  expect(await section("Domains")).toBeTruthy();
  await pick(user, await screen.findByRole("combobox", { name: "Branch" }), /^dev/);
  expect(await section("Auth")).toBeTruthy();
  expect(callsOf("authIntegrations")).toEqual([
    { accountId: "sandbox", projectId: ID, branchId: "br-main-1" },
    { accountId: "sandbox", projectId: ID, branchId: DEV },
  ]);
});

test("is enabled on the branch that is shown, with the owner of the database as its role", async () => {
  answer("authEnable", () => ({
    provider: "provider_one",
    providerProjectId: "auth-project-1",
    clientKey: "pck_public",
    jwksUrl: null,
    schema: "svc_auth",
    table: "users_sync",
    oneTimeSecret: null,
  }));
  const { user } = openWindow({ ...onProject("auth"), branch: DEV });
  await user.click(await screen.findByRole("button", { name: "Enable auth…" }));
  const dialog = await screen.findByRole("dialog", { name: "Enable auth for shop-prod on dev" });
  expect(within(dialog).queryByRole("combobox", { name: "Branch" })).toBeNull();
  expect(within(dialog).queryByRole("combobox", { name: "Role" })).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Enable auth" }));
  await waitFor(() =>
    expect(callsOf("authEnable")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        enable: { branchId: DEV, database: "svcdb", role: null },
        branchId: DEV,
      },
    ]),
  );
});

test("a branch that is gone is said, and the default one shown", async () => {
  openWindow({ ...onProject("auth"), branch: "br-gone-9" });
  expect(await screen.findByText("That branch no longer exists. Showing main.")).toBeTruthy();
  expect(await section("Integration")).toBeTruthy();
});

test("deleting a user asks first, and the row is gone without another reading", async () => {
  answer("authUsers", () => usersOf("ada@example.com", "grace@example.com"));
  answer("authDeleteUser", () => null);
  const { user } = openWindow(onProject("auth", "users"));
  await user.click(await screen.findByRole("button", { name: "Show users" }));
  await user.click(await screen.findByRole("button", { name: "Actions for ada@example.com" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete user…" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete user?" });
  expect(within(dialog).getByText(/can no longer sign in/)).toBeTruthy();
  expect(callsOf("authDeleteUser")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Delete user" }));
  await gone(dialog);
  expect(callsOf("authDeleteUser")).toEqual([
    {
      accountId: "sandbox",
      projectId: ID,
      branchId: "br-main-1",
      userId: "user-of-ada@example.com",
      email: "ada@example.com",
    },
  ]);
  await waitFor(() => expect(screen.queryByText("ada@example.com")).toBeNull());
  expect(screen.getByText("grace@example.com")).toBeTruthy();
  expect(screen.getByText(/^1 user, last checked/)).toBeTruthy();
  expect(callsOf("authUsers")).toHaveLength(1);
});

/** The table of users with these addresses. */
const usersOf = (...emails: string[]) => ({
  schema: "svc_auth",
  table: "users_sync",
  rows: emails.map((email) => ({
    id: `user-of-${email}`,
    email,
    name: null,
    roles: [],
    createdAt: views.inHours(-2),
  })),
  total: emails.length,
  arrived: null,
  readAt: views.inHours(0),
});

test("a user gets other roles, and the row shows them without another reading", async () => {
  const ada = {
    id: "user-1",
    email: "ada@example.com",
    name: "Ada",
    roles: ["admin"],
    createdAt: views.inHours(-2),
  };
  answer("authUsers", () => ({
    schema: "svc_auth",
    table: "users_sync",
    rows: [ada],
    total: 1,
    arrived: null,
    readAt: views.inHours(0),
  }));
  answer("authSetUserRoles", () => null);
  const { user } = openWindow(onProject("auth", "users"));
  await user.click(await screen.findByRole("button", { name: "Show users" }));
  await user.click(await screen.findByRole("button", { name: "Actions for ada@example.com" }));
  await user.click(await screen.findByRole("menuitem", { name: "Change roles…" }));
  const dialog = await screen.findByRole("dialog", { name: "Change roles of ada@example.com" });
  await retype(user, within(dialog).getByRole("textbox", { name: "Roles" }), "editor, admin");
  await user.click(within(dialog).getByRole("button", { name: "Change user roles" }));
  await gone(dialog);
  expect(callsOf("authSetUserRoles")).toEqual([
    {
      accountId: "sandbox",
      projectId: ID,
      branchId: "br-main-1",
      userId: "user-1",
      roles: ["editor", "admin"],
    },
  ]);
  expect(await screen.findByText("editor, admin")).toBeTruthy();
  expect(callsOf("authUsers")).toHaveLength(1);
});

test("roles are named between commas, each once", () => {
  expect(rolesOf(" admin, editor ,,admin")).toEqual(["admin", "editor"]);
  expect(rolesError(" , ")).toBe("Enter at least one role.");
  expect(rolesError("x".repeat(256))).toBe("Use at most 255 characters per role.");
  expect(rolesError("admin")).toBeUndefined();
});

describe("what the platform does to one branch of a project alone", () => {
  const WHY = "Only available on the branch main: the platform supports one branch per project";
  const MAIN = views.integration({ branchId: "br-main-1" });

  /** Auth is on both branches, and the default one is first in the project's list. */
  beforeEach(() => {
    answer("authIntegrations", ({ branchId: branch }) =>
      branch === DEV
        ? [views.integration({ branchId: DEV, providerProjectId: "auth-project-2" })]
        : branch === null
          ? [MAIN, views.integration({ branchId: DEV, providerProjectId: "auth-project-2" })]
          : [MAIN],
    );
  });

  const says = async (user: UserEvent, name: string) => {
    const button = await screen.findByRole("button", { name });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    await user.hover(button);
    expect(await screen.findByText(WHY)).toBeTruthy();
    await user.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
  };

  test("is blocked on another one with the reason, by one question for the project", async () => {
    const { user } = openWindow({ ...onProject("auth"), branch: DEV });
    await says(user, "New SDK keys…");
    await user.click(await screen.findByRole("link", { name: "Ownership" }));
    await says(user, "Transfer ownership…");
    expect(callsOf("authIntegrations")).toEqual([
      { accountId: "sandbox", projectId: ID, branchId: DEV },
      { accountId: "sandbox", projectId: ID, branchId: null },
    ]);
  });

  test("is blocked in the palette, and in a dialog that is opened before it is known", async () => {
    const { user } = openWindow({ ...onProject("auth", "domains"), branch: DEV });
    await section("Domains");
    expect(callsOf("authIntegrations")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: DEV }]);
    await user.type(await openPalette(user), "New SDK keys");
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Create new SDK keys?" });
    expect(await within(dialog).findByText(`${WHY}.`)).toBeTruthy();
    expect(within(dialog).getByRole("button", { name: "Create SDK keys" })).toHaveProperty("disabled", true);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await gone(dialog);
    await user.type(await openPalette(user), "Transfer ownership");
    const offered = await screen.findByRole("option", { name: /Transfer ownership/ });
    expect(offered.textContent).toContain(WHY);
  });

  test("is done on that branch", async () => {
    const { user } = openWindow(onProject("auth"));
    await waitFor(() =>
      expect(callsOf("authIntegrations").at(-1)).toEqual({
        accountId: "sandbox",
        projectId: ID,
        branchId: null,
      }),
    );
    const button = await screen.findByRole("button", { name: "New SDK keys…" });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    await user.click(button);
    expect(await screen.findByRole("dialog", { name: "Create new SDK keys?" })).toBeTruthy();
  });

  test("is not asked for where there is no other branch", async () => {
    answer("branchList", () => [views.branch({ id: "br-main-1", name: "main", isDefault: true })]);
    const { user } = openWindow(onProject("auth"));
    await user.click(await screen.findByRole("button", { name: "New SDK keys…" }));
    expect(await screen.findByRole("dialog", { name: "Create new SDK keys?" })).toBeTruthy();
    expect(callsOf("authIntegrations")).toEqual([
      { accountId: "sandbox", projectId: ID, branchId: "br-main-1" },
    ]);
  });
});
