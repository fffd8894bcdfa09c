import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { pick, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { transferActions } from "./transfers";

const organization = (id: string, name: string) => ({ id, name, plan: null, createdAt: null });

beforeEach(() => {
  answer("computeList", () => []);
  answer("organizationList", () => [organization("org-a-1", "Northern")]);
});

const zone = async () => within(await screen.findByRole("region", { name: "Danger zone" }));

test("a project is offered for a time, and the code is shown once", async () => {
  answer("transferRequestCreate", () => ({
    oneTimeSecret: { id: "secret-1", label: "Transfer code", forms: { ...views.connect(), forms: [] } },
    isLink: false,
    expiresAt: views.inHours(168),
  }));
  const { user } = openWindow(onProject("settings"));
  await user.click((await zone()).getByRole("button", { name: "Transfer to another account…" }));
  const asked = within(await screen.findByRole("dialog", { name: /^Transfer shop-prod/ }));
  expect(asked.getByText(/this account can no longer see the project/)).toBeTruthy();
  await pick(user, asked.getByRole("combobox", { name: "Valid for" }), "7 days");
  await user.click(asked.getByRole("button", { name: "Create transfer link" }));
  expect(await screen.findByRole("dialog", { name: "How to take over shop-prod" })).toBeTruthy();
  expect(screen.getByText(/It can be accepted until/)).toBeTruthy();
  expect(callsOf("transferRequestCreate")).toEqual([
    { accountId: "sandbox", projectId: ID, validSeconds: 604_800 },
  ]);
});

test("a project is moved to an organization, and not without one", async () => {
  answer("projectMove", () => null);
  const { user } = openWindow(onProject("settings"));
  await user.click((await zone()).getByRole("button", { name: "Move to organization…" }));
  const asked = within(await screen.findByRole("dialog", { name: "Move shop-prod to an organization" }));
  await user.click(asked.getByRole("button", { name: "Move project" }));
  expect(callsOf("projectMove")).toEqual([]);
  await pick(user, await asked.findByRole("combobox", { name: "Organization" }), /^Northern/);
  await user.click(asked.getByRole("button", { name: "Move project" }));
  expect(await screen.findByText("Project moved to Northern")).toBeTruthy();
  expect(callsOf("projectMove")).toEqual([
    { accountId: "sandbox", projectId: ID, fromId: views.project().organizationId, toId: "org-a-1" },
  ]);
});

test("without another organization a project cannot be moved, and the button says why", async () => {
  answer("projectGet", () => views.project({ organizationId: "org-a-1" }));
  const { user } = openWindow(onProject("settings"));
  const move = await (await zone()).findByRole("button", { name: "Move to organization…" });
  await waitFor(() => expect(move.ariaDisabled).toBe("true"));
  await user.hover(move);
  expect(await screen.findByText("This account belongs to no other organization")).toBeTruthy();
});

test("a code is taken from the palette, and one that is over is said at its field", async () => {
  refuse("transferRequestAccept", { code: "notFound", message: "project transfer request not found" });
  const { user } = openWindow({ screen: "projects" });
  expect(transferActions.some(({ id }) => id === "project.accept")).toBe(true);
  await user.keyboard("{Control>}k{/Control}");
  await user.type(
    await screen.findByRole("combobox", { name: "Search actions and names" }),
    "Accept transferred",
  );
  await user.click(await screen.findByRole("option", { name: /Accept transferred project/ }));
  const asked = within(await screen.findByRole("dialog", { name: "Accept transferred project" }));
  await retype(user, asked.getByLabelText("Transfer link or code"), " shop-1/request-1 ");
  await user.click(asked.getByRole("button", { name: "Accept project" }));
  expect(await asked.findByText(/project transfer request not found/)).toBeTruthy();
  answer("transferRequestAccept", () => "shop-1");
  await pick(user, asked.getByRole("combobox", { name: "Organization" }), /^Northern/);
  await user.click(asked.getByRole("button", { name: "Accept project" }));
  expect(await screen.findByText("Project accepted")).toBeTruthy();
  expect(callsOf("transferRequestAccept")).toEqual([
    { accountId: "sandbox", code: "shop-1/request-1", organizationId: null },
    { accountId: "sandbox", code: "shop-1/request-1", organizationId: "org-a-1" },
  ]);
});
