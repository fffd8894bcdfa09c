import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { AccountView, InvitationView, OrganizationView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, retype } from "@/test/interactions";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { centsOf } from "./organization";
import { dollars } from "./words";

const ORG = "org-northern-1";
const place = (tab?: string) =>
  ({ screen: "organization", id: ORG, ...(tab !== undefined && { tab }) }) as const;

const ME = views.member({ id: "m-me", userId: "user-me", email: "me@example.com", role: "admin" });
const ADA = views.member({ id: "m-ada", userId: "user-ada", email: "ada@example.com" });

const invitation = (email: string): InvitationView => ({
  id: `invitation-of-${email}`,
  email,
  role: "member",
  invitedAt: views.inHours(-2),
});

const organization = (id: string, name: string) => ({ id, name, plan: "scale", createdAt: null });

beforeEach(() => {
  answer("accountList", () => [views.account({ keyKind: "personal" })]);
  answer("organizationList", () => [organization(ORG, "Northern"), organization("org-b-2", "Southern")]);
  answer("userMe", () => ({
    id: "user-me",
    name: "Me",
    email: "me@example.com",
    plan: null,
    projectsLimit: null,
    branchesLimit: null,
    largestCu: null,
  }));
  answer("memberList", () => ({ items: [ME, ADA], next: null }));
  answer("invitationList", () => [invitation("ADA@example.com"), invitation("bo@example.com")]);
  answer("spendingLimitGet", () => ({ cents: null }));
});

const menuOf = (email: string) => screen.findByRole("button", { name: `Actions for ${email}` });

describe("members", () => {
  test("all pages are shown with roles, and the account itself is marked", async () => {
    answer("memberList", ({ cursor }) =>
      cursor === null ? { items: [ME], next: "b" } : { items: [ADA], next: null },
    );
    openWindow(place());
    expect(await screen.findByText("2 members")).toBeTruthy();
    const table = within(screen.getByRole("grid", { name: "Members of this organization" }));
    expect(table.getByText("Admin")).toBeTruthy();
    expect(table.getByText("Member")).toBeTruthy();
    expect(await table.findByText("You")).toBeTruthy();
    expect(callsOf("memberList")).toHaveLength(2);
  });

  test("a role is changed", async () => {
    answer("memberChangeRole", () => null);
    const { user } = openWindow(place());
    await choose(user, await menuOf("ada@example.com"), /^Change role/);
    const asked = within(await screen.findByRole("dialog", { name: "Change role of ada@example.com" }));
    await user.click(asked.getByRole("radio", { name: "Admin" }));
    await user.click(asked.getByRole("button", { name: "Change role" }));
    const table = within(await screen.findByRole("grid", { name: "Members of this organization" }));
    expect(await table.findAllByText("Admin")).toHaveLength(2);
    expect(callsOf("memberChangeRole")).toEqual([
      {
        accountId: "sandbox",
        organizationId: ORG,
        memberId: "m-ada",
        role: "admin",
        email: "ada@example.com",
      },
    ]);
  });

  test("a member is removed after a question that says what they lose", async () => {
    answer("memberRemove", () => null);
    const { user } = openWindow(place());
    await choose(user, await menuOf("ada@example.com"), /^Remove/);
    const asked = within(await screen.findByRole("dialog", { name: "Remove member?" }));
    expect(asked.getByText(/ada@example.com loses access to Northern/)).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Remove member" }));
    expect(await screen.findByText("1 member")).toBeTruthy();
    expect(callsOf("memberRemove")).toEqual([
      { accountId: "sandbox", organizationId: ORG, memberId: "m-ada", email: "ada@example.com" },
    ]);
  });

  test("the only admin can be neither removed nor made anything else", async () => {
    const { user } = openWindow(place());
    await user.click(await menuOf("me@example.com"));
    for (const name of [/^Change role/, /^Remove/]) {
      const item = await screen.findByRole("menuitem", { name });
      expect(item.getAttribute("aria-disabled")).toBe("true");
      expect(item.textContent).toContain("this is the only one");
    }
  });

  test("leaving names the organization and asks for its name", async () => {
    answer("memberList", () => ({ items: [ME, { ...ADA, role: "admin" }], next: null }));
    answer("memberRemove", () => null);
    const { user } = openWindow(place());
    await choose(user, await menuOf("me@example.com"), /^Remove/);
    const asked = within(await screen.findByRole("dialog", { name: "Leave organization?" }));
    expect(asked.getByText(/You lose access to Northern/)).toBeTruthy();
    await user.type(asked.getByRole("textbox"), "Northern");
    await user.click(asked.getByRole("button", { name: "Leave organization" }));
    expect(callsOf("memberRemove")).toEqual([
      { accountId: "sandbox", organizationId: ORG, memberId: "m-me", email: "me@example.com" },
    ]);
  });

  test("who is no admin can look and change nothing", async () => {
    answer("memberList", () => ({
      items: [
        { ...ME, role: "member" },
        { ...ADA, role: "admin" },
      ],
      next: null,
    }));
    const { user } = openWindow(place());
    await screen.findByText("You");
    const invite = screen.getByRole("button", { name: "Invite person…" });
    expect(invite.getAttribute("aria-disabled")).toBe("true");
    await user.click(await menuOf("ada@example.com"));
    const item = await screen.findByRole("menuitem", { name: /^Change role/ });
    expect(item.textContent).toContain("Only admins of the organization can do this");
  });

  test("a refusal of the platform is an error of the list, and a change elsewhere is read", async () => {
    refuse("memberList", { code: "platform", message: "only admins may see members" });
    const { user } = openWindow(place());
    expect(await screen.findByText("Couldn’t load the members")).toBeTruthy();
    answer("memberList", () => ({ items: [ME], next: null }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("1 member")).toBeTruthy();
    answer("memberList", () => ({ items: [ME, ADA], next: null }));
    publish({ kind: "organizationChanged", accountId: "sandbox", organizationId: ORG });
    expect(await screen.findByText("2 members")).toBeTruthy();
  });

  test("an account without an organization says so", async () => {
    answer("organizationList", () => []);
    openWindow({ screen: "organization" });
    expect(await screen.findByText("No organization")).toBeTruthy();
  });
});

describe("the account menu", () => {
  const NORTHERN_SHOP = { id: "shop", name: "Shop", keyKind: "personal" } as const;
  const openMenu = async () => {
    const opened = openWindow({ screen: "history" });
    await opened.user.click(await screen.findByRole("button", { name: /^Shop/ }));
    return { ...opened, menu: within(await screen.findByRole("menu")) };
  };
  const only = (over: Partial<AccountView> = {}) =>
    answer("accountList", () => [views.account({ ...NORTHERN_SHOP, ...over })]);

  test.each([
    ["Open members", "Members", "members"],
    ["Open invitations", "Invitations", "invitations"],
    ["Open spending limit", "Spending", "spending"],
  ])("opens the organization of the account by %s", async (item, tab, name) => {
    only();
    const { user, menu, router } = await openMenu();
    await menu.findByText("Organization · Northern and 1 more");
    await user.click(menu.getByRole("menuitem", { name: new RegExp(`^${item}`) }));
    expect((await screen.findByRole("tab", { name: tab })).getAttribute("aria-selected")).toBe("true");
    expect(router.current()).toEqual({ screen: "organization", account: "shop", tab: name });
  });

  test("names no organization before they are read, and asks for none while it is closed", async () => {
    only();
    let end: (organizations: OrganizationView[]) => void = () => {};
    answer("organizationList", () => new Promise((resolve) => (end = resolve)));
    const { menu } = await openMenu();
    expect(callsOf("organizationList")).toHaveLength(1);
    await menu.findByText("Organization · loading…");
    end([organization(ORG, "Northern")]);
    await menu.findByText("Organization · Northern");
  });

  test("shows that organizations could not be read, and leads to the reason", async () => {
    only();
    refuse("organizationList", { code: "platform", message: "the platform failed" });
    const { user, menu } = await openMenu();
    await menu.findByText("Organization · couldn’t load");
    await user.click(menu.getByRole("menuitem", { name: /^Open members/ }));
    expect(await screen.findByText("Couldn’t load the organizations")).toBeTruthy();
  });

  test("shows that an account has no organization", async () => {
    only();
    answer("organizationList", () => []);
    const { menu } = await openMenu();
    await menu.findByText("Organization · none");
  });

  test("blocks the members of a project's key with the reason and asks for nothing", async () => {
    only({ keyKind: "project" });
    const { menu } = await openMenu();
    const item = menu.getByRole("menuitem", { name: /^Open members/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(item.textContent).toContain("can’t read organizations");
    expect(menu.queryByRole("menuitem", { name: /^Open spending/ })).toBeNull();
    expect(callsOf("organizationList")).toEqual([]);
  });

  test("leaves starting and resetting the sandbox to its screen", async () => {
    only();
    const { menu } = await openMenu();
    expect(menu.getByRole("menuitem", { name: /^Open sandbox/ })).toBeTruthy();
    expect(menu.queryByRole("menuitem", { name: /the sandbox/ })).toBeNull();
  });
});

describe("the place of an account", () => {
  test("G O opens it from anywhere", async () => {
    const { user, router } = openWindow({ screen: "history" });
    await screen.findByRole("button", { name: /^Sandbox/ });
    await user.keyboard("go");
    expect(await screen.findByText("2 members")).toBeTruthy();
    expect(router.current()).toEqual({ screen: "organization", account: "sandbox", tab: "members" });
  });

  test("an address that names another account shows that account", async () => {
    answer("accountList", () => [
      views.account({ keyKind: "personal" }),
      views.account({ id: "shop", name: "Shop", isCurrent: false, keyKind: "personal" }),
    ]);
    answer("accountChoose", () => views.account({ id: "shop", name: "Shop", keyKind: "personal" }));
    openWindow({ screen: "organization", account: "shop", tab: "spending" });
    expect(await screen.findByText("No limit")).toBeTruthy();
    expect(callsOf("accountChoose")).toEqual([{ id: "shop" }]);
    expect(callsOf("spendingLimitGet")).toEqual([{ accountId: "shop", organizationId: ORG }]);
  });
});

describe("invitations", () => {
  test("those that were accepted are left out, and a person more is invited by a role", async () => {
    answer("invitationCreate", () => null);
    const { user } = openWindow(place("invitations"));
    expect(await screen.findByText("1 open invitation")).toBeTruthy();
    expect(screen.queryByText("ADA@example.com")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Invite person…" }));
    const asked = within(await screen.findByRole("dialog", { name: "Invite a person" }));
    await user.click(asked.getByRole("button", { name: "Invite person" }));
    expect(asked.getByText("Enter the person’s email address.")).toBeTruthy();
    await retype(user, asked.getByRole("textbox", { name: "Email" }), " cy@example.com ");
    await user.click(asked.getByRole("radio", { name: "Viewer" }));
    answer("invitationList", () => [invitation("bo@example.com"), invitation("cy@example.com")]);
    await user.click(asked.getByRole("button", { name: "Invite person" }));
    expect(await screen.findByText("cy@example.com")).toBeTruthy();
    expect(callsOf("invitationCreate")).toEqual([
      { accountId: "sandbox", organizationId: ORG, email: "cy@example.com", role: "viewer" },
    ]);
  });

  test("somebody who is invited already is said at the field", async () => {
    refuse("invitationCreate", { code: "exists", message: "invitation already exists" });
    const { user } = openWindow(place("invitations"));
    await user.click(await screen.findByRole("button", { name: "Invite person…" }));
    const asked = within(await screen.findByRole("dialog", { name: "Invite a person" }));
    await retype(user, asked.getByRole("textbox", { name: "Email" }), "bo@example.com");
    await user.click(asked.getByRole("button", { name: "Invite person" }));
    expect(await asked.findByText(/invitation already exists/)).toBeTruthy();
  });
});

describe("the spending limit", () => {
  test("is set, shown in dollars and removed", async () => {
    answer("spendingLimitSet", ({ cents }) => ({ cents }));
    answer("spendingLimitRemove", () => null);
    const { user } = openWindow(place("spending"));
    expect(await screen.findByText("No limit")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Set limit…" }));
    const asked = within(await screen.findByRole("dialog", { name: "Set spending limit" }));
    await retype(user, asked.getByRole("textbox", { name: "Amount in USD" }), "nothing");
    await user.click(asked.getByRole("button", { name: "Set spending limit" }));
    expect(asked.getByText(/Enter an amount of at least 0.01/)).toBeTruthy();
    await retype(user, asked.getByRole("textbox", { name: "Amount in USD" }), "1250.5");
    await user.click(asked.getByRole("button", { name: "Set spending limit" }));
    expect(await screen.findByText("$1,250.50")).toBeTruthy();
    expect(callsOf("spendingLimitSet")).toEqual([
      { accountId: "sandbox", organizationId: ORG, cents: 125_050 },
    ]);
    await user.click(screen.getByRole("button", { name: "Remove limit…" }));
    const question = within(await screen.findByRole("dialog", { name: "Remove spending limit?" }));
    await user.click(question.getByRole("button", { name: "Remove spending limit" }));
    expect(await screen.findByText("No limit")).toBeTruthy();
  });

  test("a plan without one says what the platform says", async () => {
    refuse("spendingLimitGet", { code: "platform", message: "spending limits need a paid plan" });
    openWindow(place("spending"));
    expect(await screen.findByText("Couldn’t load the spending limit")).toBeTruthy();
    expect(screen.getByText(/spending limits need a paid plan/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /limit…/ })).toBeNull();
  });

  test.each([
    ["50", 5000],
    ["$49.90", 4990],
    ["0,5", 50],
    ["0.01", 1],
    ["0", undefined],
    ["-1", undefined],
    ["1.234", undefined],
    ["", undefined],
  ])("%s is an amount", (text, cents) => expect(centsOf(text)).toBe(cents));

  test("cents are dollars", () => {
    expect([1, 100, 123_456_789].map(dollars)).toEqual(["$0.01", "$1.00", "$1,234,567.89"]);
  });
});
