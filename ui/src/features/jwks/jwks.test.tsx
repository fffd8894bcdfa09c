import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JwksView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { choose, pick, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const URL = "https://keys.example.com/jwks.json";

const jwks = (changes: Partial<JwksView> = {}): JwksView => ({
  id: "jwks-1",
  url: URL,
  provider: "Clerk",
  branchId: null,
  audience: null,
  roles: [],
  createdAt: views.inHours(-2),
  ...changes,
});

beforeEach(() => {
  answer("computeList", () => []);
  answer("branchList", () => [views.branch({ id: "br-main", name: "main", isDefault: true })]);
});

const part = async () => within(await screen.findByRole("region", { name: "JWKS" }));
const dialog = async () => within(await screen.findByRole("dialog", { name: "Add JWKS URL" }));

test("an address is added for one branch, with what is typed as it is sent", async () => {
  const { user } = openWindow(onProject("settings"));
  const keys = await part();
  expect(await keys.findByText("No JWKS URLs")).toBeTruthy();
  await user.click(keys.getByRole("button", { name: "Add JWKS URL…" }));
  const asked = await dialog();
  await user.click(asked.getByRole("button", { name: "Add JWKS URL" }));
  expect(asked.getByText("Enter the address of the keys.")).toBeTruthy();
  expect(asked.getByText("Enter the provider’s name.")).toBeTruthy();
  await retype(user, asked.getByRole("textbox", { name: "JWKS URL" }), "http://keys.example.com");
  expect(asked.getByText(/Enter an https address/)).toBeTruthy();
  await retype(user, asked.getByRole("textbox", { name: "JWKS URL" }), ` ${URL} `);
  await retype(user, asked.getByRole("textbox", { name: "Provider" }), "Clerk");
  await pick(user, asked.getByRole("combobox", { name: "Branch" }), /^main/);
  await user.click(asked.getByRole("button", { name: "More options" }));
  await retype(user, asked.getByRole("textbox", { name: /^Roles/ }), "reader, writer,");
  answer("jwksAdd", () => ({ item: jwks({ branchId: "br-main" }), operations: [] }));
  await user.click(asked.getByRole("button", { name: "Add JWKS URL" }));
  expect(await keys.findByText(URL)).toBeTruthy();
  expect(callsOf("jwksAdd")).toEqual([
    {
      accountId: "sandbox",
      projectId: ID,
      add: { url: URL, provider: "Clerk", branchId: "br-main", audience: null, roles: ["reader", "writer"] },
    },
  ]);
});

test("an address that is there already is said at its field", async () => {
  refuse("jwksAdd", { code: "exists", message: "JWKS URL already exists" });
  const { user } = openWindow(onProject("settings"));
  await user.click((await part()).getByRole("button", { name: "Add JWKS URL…" }));
  const asked = await dialog();
  await retype(user, asked.getByRole("textbox", { name: "JWKS URL" }), URL);
  await retype(user, asked.getByRole("textbox", { name: "Provider" }), "Clerk");
  await user.click(asked.getByRole("button", { name: "Add JWKS URL" }));
  expect(await asked.findByText(/JWKS URL already exists/)).toBeTruthy();
});

test("an address is removed after a question that says who can connect no more", async () => {
  answer("jwksList", () => [jwks()]);
  answer("jwksRemove", () => null);
  const { user } = openWindow(onProject("settings"));
  const keys = await part();
  expect(await keys.findByText("All branches")).toBeTruthy();
  await choose(user, keys.getByRole("button", { name: "Actions for Clerk" }), /^Remove/);
  const asked = within(await screen.findByRole("dialog", { name: "Remove JWKS URL?" }));
  expect(asked.getByText(/Tokens of Clerk are refused from then on/)).toBeTruthy();
  answer("jwksList", () => []);
  await user.click(asked.getByRole("button", { name: "Remove JWKS URL" }));
  expect(await keys.findByText("No JWKS URLs")).toBeTruthy();
  expect(callsOf("jwksRemove")).toEqual([
    { accountId: "sandbox", projectId: ID, jwksId: "jwks-1", url: URL },
  ]);
});

test("a list that cannot be read says why and is read again on a click", async () => {
  refuse("jwksList", { code: "platform", message: "The platform answered with 500" });
  const { user } = openWindow(onProject("settings"));
  const keys = await part();
  expect(await keys.findByText("Couldn’t load the JWKS URLs")).toBeTruthy();
  answer("jwksList", () => [jwks()]);
  await user.click(keys.getByRole("button", { name: "Try again" }));
  expect(await keys.findByText("Clerk")).toBeTruthy();
});
