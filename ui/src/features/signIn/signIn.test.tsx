import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { PluginView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { gone, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const PLACE = onProject("auth", "signIn");
const BRANCH = "br-main-1";
const PROFILE = views.account().profile;

const section = (name: string) => screen.findByRole("region", { name });
const card = () => section("Email and password");

beforeEach(() => {
  answer("accountList", () => [views.account({ profile: { ...PROFILE, authByBranch: true } })]);
  answer("authIntegrations", () => [views.integration()]);
});

const opening = async () => {
  const { user } = openWindow(PLACE);
  await user.click(await within(await card()).findByRole("button", { name: "Change sign-in…" }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Change sign-in" }) };
};

test("says how people sign in on the branch of the integration", async () => {
  answer("signInGet", () => views.signIn({ requireVerification: true, mailOnSignUp: true }));
  openWindow(PLACE);
  const shown = await card();
  for (const words of ["On", "Anyone can create an account", "Required, by code", "Sent on sign-up"]) {
    expect(await within(shown).findByText(words)).toBeTruthy();
  }
  expect(callsOf("signInGet")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: BRANCH }]);
});

test("every other page asks for the same branch", async () => {
  openWindow(onProject("auth", "domains"));
  await screen.findByText("No domains yet");
  expect(callsOf("authDomains")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: BRANCH }]);
  expect(callsOf("oauthList")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: BRANCH }]);
  expect(callsOf("emailGet")).toEqual([{ accountId: "sandbox", projectId: ID, branchId: BRANCH }]);
});

test("is no page of a platform that has one integration a project", async () => {
  answer("accountList", () => [views.account()]);
  openWindow(PLACE);
  expect(await section("Readiness")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Sign-in" })).toBeNull();
  expect(callsOf("signInGet")).toEqual([]);
});

test("sends what differs, and shows what the platform made of it", async () => {
  answer("signInUpdate", ({ edit: { disableSignUp, verificationMethod } }) => {
    const made = { disableSignUp: disableSignUp ?? false, verificationMethod: verificationMethod ?? null };
    return views.emailAndPassword(made);
  });
  const { user, dialog } = await opening();
  await user.click(within(dialog).getByRole("checkbox", { name: "Allow sign-up" }));
  await user.click(within(dialog).getByRole("radio", { name: "Link" }));
  await user.click(within(dialog).getByRole("button", { name: "Change sign-in" }));
  await gone(dialog);
  expect(callsOf("signInUpdate")).toEqual([
    {
      accountId: "sandbox",
      projectId: ID,
      branchId: BRANCH,
      edit: { disableSignUp: true, verificationMethod: "link" },
    },
  ]);
  expect(await within(await card()).findByText("Only users you create")).toBeTruthy();
});

test("sends nothing where nothing differs", async () => {
  const { user, dialog } = await opening();
  await user.click(within(dialog).getByRole("button", { name: "Change sign-in" }));
  await gone(dialog);
  expect(callsOf("signInUpdate")).toEqual([]);
});

test("a refused change says why and keeps what was chosen", async () => {
  refuse("signInUpdate", { code: "platform", message: "not on this plan", requestId: "req-8" });
  const { user, dialog } = await opening();
  const enabled = within(dialog).getByRole("checkbox", { name: "Allow sign-in with email and password" });
  await user.click(enabled);
  await user.click(within(dialog).getByRole("button", { name: "Change sign-in" }));
  expect(await within(dialog).findByText(/req-8/)).toBeTruthy();
  expect(enabled.ariaChecked).toBe("false");
});

test("localhost is allowed or not at once, and a refusal is said there", async () => {
  answer("signInAllowLocalhost", ({ allow }) => allow);
  const { user } = openWindow(PLACE);
  const allow = await screen.findByRole("switch", { name: "Allow apps on localhost" });
  expect(allow.ariaChecked).toBe("true");
  await user.click(allow);
  await waitFor(() => expect(allow.ariaChecked).toBe("false"));
  expect(callsOf("signInAllowLocalhost")).toEqual([
    { accountId: "sandbox", projectId: ID, branchId: BRANCH, allow: false },
  ]);
  refuse("signInAllowLocalhost", { code: "offline", message: "api.example is not reachable" });
  await user.click(allow);
  expect(await screen.findByText("Couldn’t change access from localhost")).toBeTruthy();
  expect(allow.ariaChecked).toBe("false");
});

test("what cannot be read says why, and old settings stay with their age", async () => {
  refuse("signInGet", { code: "offline", message: "api.example is not reachable", requestId: "req-4" });
  const { user } = openWindow(PLACE);
  const shown = await card();
  expect(await within(shown).findByText("Couldn’t load the sign-in settings")).toBeTruthy();
  answer("signInGet", () => views.signIn());
  await user.click(within(shown).getByRole("button", { name: "Try again" }));
  expect(await within(shown).findByText("Anyone can create an account")).toBeTruthy();
  refuse("signInGet", { code: "timeout", message: "No answer came" });
  publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
  expect(await within(shown).findByText(/Shown as of/)).toBeTruthy();
  expect(within(shown).getByText("Anyone can create an account")).toBeTruthy();
});

test("of a read-only account is shown and cannot be changed", async () => {
  answer("accountList", () => [
    views.account({ isReadOnly: true, profile: { ...PROFILE, authByBranch: true } }),
  ]);
  openWindow(PLACE);
  const change = await within(await card()).findByRole("button", { name: "Change sign-in…" });
  expect(change.ariaDisabled).toBe("true");
  const allow = await screen.findByRole("switch", { name: "Allow apps on localhost" });
  expect(allow.ariaDisabled ?? allow.getAttribute("data-disabled")).not.toBeNull();
});

describe("plugins", () => {
  const changing = async (name: string, button: string) => {
    const { user } = openWindow(PLACE);
    await user.click(await within(await section(name)).findByRole("button", { name: button }));
    const dialog = await screen.findByRole("dialog", { name: button.replace("…", "") });
    return { user, dialog };
  };

  test("each says what it is, and one that the platform does not report is left out", async () => {
    const magicLink = { enabled: true, expiresIn: 15, disableSignUp: true };
    answer("signInGet", () => views.signIn({}, { magicLink, phoneNumber: null }));
    openWindow(PLACE);
    const links = await section("Magic link");
    for (const words of ["On", "After 15 minutes", "Only users you create"]) {
      expect(within(links).getByText(words)).toBeTruthy();
    }
    const organizations = await section("Organizations");
    for (const words of ["10", "100", "Owner", "Not sent"]) {
      expect(within(organizations).getByText(words)).toBeTruthy();
    }
    expect(screen.queryByRole("region", { name: "Phone number" })).toBeNull();
  });

  test("a platform that stores them alone says so", async () => {
    const authNote = "Here they are only stored.";
    answer("accountList", () => [views.account({ profile: { ...PROFILE, authByBranch: true, authNote } })]);
    openWindow(PLACE);
    expect(await screen.findByText(authNote)).toBeTruthy();
  });

  test("sends what differs of magic links, and shows what came of it", async () => {
    const made: PluginView = {
      plugin: "magicLink",
      settings: { enabled: true, expiresIn: 30, disableSignUp: false },
    };
    answer("signInUpdatePlugin", () => made);
    const { user, dialog } = await changing("Magic link", "Change magic link…");
    await user.click(within(dialog).getByRole("checkbox", { name: "Allow sign-in with a magic link" }));
    await retype(user, within(dialog).getByRole("textbox", { name: /Link expires after/ }), "30");
    await user.click(within(dialog).getByRole("button", { name: "Change magic link" }));
    await gone(dialog);
    expect(callsOf("signInUpdatePlugin")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        branchId: BRANCH,
        edit: { plugin: "magicLink", edit: { enabled: true, expiresIn: 30 } },
      },
    ]);
    expect(await within(await section("Magic link")).findByText("After 30 minutes")).toBeTruthy();
  });

  test("a number out of bounds is said at its field, and nothing is sent", async () => {
    const phoneNumber = { enabled: true, expiresIn: 300 };
    answer("signInGet", () => views.signIn({}, { phoneNumber }));
    const { user, dialog } = await changing("Phone number", "Change phone sign-in…");
    await retype(user, within(dialog).getByRole("textbox", { name: /Code expires after/ }), "601");
    await user.click(within(dialog).getByRole("button", { name: "Change phone sign-in" }));
    expect(await within(dialog).findByText("Enter a whole number from 60 to 600.")).toBeTruthy();
    expect(callsOf("signInUpdatePlugin")).toEqual([]);
  });

  test("warns before a way to sign in is taken away", async () => {
    const { user, dialog } = await changing("Organizations", "Change organization settings…");
    expect(within(dialog).queryByText(/no longer create organizations/)).toBeNull();
    await user.click(within(dialog).getByRole("checkbox", { name: "Allow organizations" }));
    expect(within(dialog).getByText(/no longer create organizations/)).toBeTruthy();
  });
});
