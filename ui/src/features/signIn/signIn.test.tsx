import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { gone } from "@/test/interactions";
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
  expect(callsOf("signInGet")).toEqual([["sandbox", ID, BRANCH]]);
});

test("every other page asks for the same branch", async () => {
  openWindow(onProject("auth", "domains"));
  await screen.findByText("No domains yet");
  expect(callsOf("authDomains")).toEqual([["sandbox", ID, BRANCH]]);
  expect(callsOf("oauthList")).toEqual([["sandbox", ID, BRANCH]]);
  expect(callsOf("emailGet")).toEqual([["sandbox", ID, BRANCH]]);
});

test("is no page of a platform that has one integration a project", async () => {
  answer("accountList", () => [views.account()]);
  openWindow(PLACE);
  expect(await section("Readiness")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Sign-in" })).toBeNull();
  expect(callsOf("signInGet")).toEqual([]);
});

test("sends what differs, and shows what the platform made of it", async () => {
  answer("signInUpdate", (_account, _project, _branch, { disableSignUp, verificationMethod }) => {
    const made = { disableSignUp: disableSignUp ?? false, verificationMethod: verificationMethod ?? null };
    return views.signIn(made).withPassword;
  });
  const { user, dialog } = await opening();
  await user.click(within(dialog).getByRole("checkbox", { name: "Allow sign-up" }));
  await user.click(within(dialog).getByRole("radio", { name: "Link" }));
  await user.click(within(dialog).getByRole("button", { name: "Change sign-in" }));
  await gone(dialog);
  expect(callsOf("signInUpdate")).toEqual([
    ["sandbox", ID, BRANCH, { disableSignUp: true, verificationMethod: "link" }],
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
  answer("signInAllowLocalhost", (_account, _project, _branch, allow) => allow);
  const { user } = openWindow(PLACE);
  const allow = await screen.findByRole("switch", { name: "Allow apps on localhost" });
  expect(allow.ariaChecked).toBe("true");
  await user.click(allow);
  await waitFor(() => expect(allow.ariaChecked).toBe("false"));
  expect(callsOf("signInAllowLocalhost")).toEqual([["sandbox", ID, BRANCH, false]]);
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
