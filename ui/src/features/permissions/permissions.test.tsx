import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { PermissionView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const PLACE = onProject("settings");

const person = (email: string): PermissionView => ({
  id: `permission-of-${email}`,
  email,
  grantedAt: views.inHours(-2),
});

beforeEach(() => {
  answer("computeList", () => []);
});

const part = () => screen.findByRole("region", { name: "Sharing" });

describe("who a project is shared with", () => {
  test("nobody at first; a person more once the platform took it", async () => {
    const { user } = openWindow(PLACE);
    const sharing = await part();
    expect(await within(sharing).findByText("Not shared with anyone")).toBeTruthy();
    answer("permissionGrant", ({ email }) => person(email));
    await user.click(within(sharing).getByRole("button", { name: "Share project…" }));
    const dialog = await screen.findByRole("dialog", { name: "Share project" });
    await user.click(within(dialog).getByRole("button", { name: "Share project" }));
    expect(within(dialog).getByText("Enter the person’s email address.")).toBeTruthy();
    await retype(user, within(dialog).getByRole("textbox", { name: "Email" }), " ada@example.com ");
    answer("permissionList", () => [person("ada@example.com")]);
    await user.click(within(dialog).getByRole("button", { name: "Share project" }));
    expect(await within(sharing).findByText("ada@example.com")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(callsOf("permissionGrant")).toEqual([
      { accountId: "sandbox", projectId: ID, email: "ada@example.com" },
    ]);
  });

  test("a refusal stands in the dialog, with what was typed", async () => {
    refuse("permissionGrant", { code: "platform", message: "No account has this address" });
    const { user } = openWindow(PLACE);
    await user.click(within(await part()).getByRole("button", { name: "Share project…" }));
    const dialog = await screen.findByRole("dialog", { name: "Share project" });
    const email = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Email" });
    await retype(user, email, "ada@example.com");
    await user.click(within(dialog).getByRole("button", { name: "Share project" }));
    const alert = await within(dialog).findByRole("alert");
    expect(alert.textContent).toContain("No account has this address");
    expect(email.value).toBe("ada@example.com");
  });

  test("somebody less, after a question that says what it does", async () => {
    answer("permissionList", () => [person("ada@example.com"), person("grace@example.com")]);
    answer("permissionRevoke", () => null);
    const { user } = openWindow(PLACE);
    const sharing = await part();
    await user.click(await within(sharing).findByRole("button", { name: "Actions for ada@example.com" }));
    await user.click(await screen.findByRole("menuitem", { name: "Stop sharing…" }));
    const dialog = await screen.findByRole("dialog", { name: "Stop sharing?" });
    expect(within(dialog).getByText(/can no longer use this project/)).toBeTruthy();
    answer("permissionList", () => [person("grace@example.com")]);
    await user.click(within(dialog).getByRole("button", { name: "Stop sharing" }));
    expect(await within(sharing).findByText("grace@example.com")).toBeTruthy();
    expect(within(sharing).queryByText("ada@example.com")).toBeNull();
    expect(callsOf("permissionRevoke")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        permissionId: "permission-of-ada@example.com",
        email: "ada@example.com",
      },
    ]);
  });

  test("a list that cannot be read says why and is read again on a click", async () => {
    refuse("permissionList", { code: "platform", message: "The platform answered with 500" });
    const { user } = openWindow(PLACE);
    const sharing = await part();
    expect(await within(sharing).findByText("Couldn’t load the people")).toBeTruthy();
    answer("permissionList", () => [person("ada@example.com")]);
    await user.click(within(sharing).getByRole("button", { name: "Try again" }));
    expect(await within(sharing).findByText("ada@example.com")).toBeTruthy();
  });

  test("a change elsewhere is shown", async () => {
    openWindow(PLACE);
    expect(await within(await part()).findByText("Not shared with anyone")).toBeTruthy();
    answer("permissionList", () => [person("ada@example.com")]);
    publish({ kind: "projectChanged", accountId: "sandbox", projectId: ID });
    expect(await within(await part()).findByText("ada@example.com")).toBeTruthy();
  });

  test("what nobody knows the end of is not said to be undone", async () => {
    refuse("permissionGrant", { code: "maybeCreated", message: "Share project may have been done" });
    const { user } = openWindow(PLACE);
    await user.click(within(await part()).getByRole("button", { name: "Share project…" }));
    const dialog = await screen.findByRole("dialog", { name: "Share project" });
    await retype(user, within(dialog).getByRole("textbox", { name: "Email" }), "ada@example.com");
    await user.click(within(dialog).getByRole("button", { name: "Share project" }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain("The project may be shared");
  });

  test("a locked account shows the list and changes nothing", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    answer("permissionList", () => [person("ada@example.com")]);
    const { user } = openWindow(PLACE);
    const sharing = await part();
    expect(await within(sharing).findByText("ada@example.com")).toBeTruthy();
    const share = within(sharing).getByRole<HTMLButtonElement>("button", { name: "Share project…" });
    expect(share.getAttribute("aria-disabled") ?? String(share.disabled)).toBe("true");
    await user.click(within(sharing).getByRole("button", { name: "Actions for ada@example.com" }));
    const revoke = await screen.findByRole("menuitem", { name: /^Stop sharing…/ });
    expect(revoke.getAttribute("aria-disabled")).toBe("true");
  });
});
