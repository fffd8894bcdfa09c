import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { gone } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { urlError } from "./words";

const PLACE = onProject("auth", "webhooks");
const BRANCH = "br-main-1";
const URL = "https://shop.example.com/hooks";
const PROFILE = views.account().profile;
const SET = views.webhooks({ enabled: true, url: URL, events: ["user.created"], timeout: 3 });

const page = () => screen.findByRole("region", { name: "Webhooks" });

beforeEach(() => {
  answer("accountList", () => [views.account({ profile: { ...PROFILE, authByBranch: true } })]);
  answer("authIntegrations", () => [views.integration()]);
});

test("without webhooks says what they are for, and sets them up", async () => {
  answer("authSetWebhooks", ({ wanted }) => wanted);
  const { user } = openWindow(PLACE);
  await user.click(await within(await page()).findByRole("button", { name: "Set up webhooks…" }));
  const dialog = await screen.findByRole("dialog", { name: "Set up webhooks" });
  await user.click(within(dialog).getByRole("button", { name: "Set up webhooks" }));
  expect(await within(dialog).findByText("Enter the address of your app.")).toBeTruthy();
  expect(within(dialog).getByText("Choose at least one event.")).toBeTruthy();
  await user.type(within(dialog).getByRole("textbox", { name: "Address" }), URL);
  await user.click(within(dialog).getByRole("checkbox", { name: "send.otp" }));
  await user.click(within(dialog).getByRole("button", { name: "Set up webhooks" }));
  await gone(dialog);
  expect(callsOf("authSetWebhooks")).toEqual([
    {
      accountId: "sandbox",
      projectId: ID,
      branchId: BRANCH,
      wanted: { enabled: true, url: URL, events: ["send.otp"], timeout: 5 },
    },
  ]);
  expect(await within(await page()).findByText("send.otp")).toBeTruthy();
});

test("removing them asks first", async () => {
  answer("authWebhooks", () => SET);
  answer("authSetWebhooks", ({ wanted }) => wanted);
  const { user } = openWindow(PLACE);
  expect(await within(await page()).findByText("3 s")).toBeTruthy();
  await user.click(within(await page()).getByRole("button", { name: "Actions for webhooks" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove webhooks…" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove webhooks?" });
  expect(callsOf("authSetWebhooks")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Remove webhooks" }));
  await gone(dialog);
  expect(callsOf("authSetWebhooks")).toEqual([
    {
      accountId: "sandbox",
      projectId: ID,
      branchId: BRANCH,
      wanted: { enabled: false, url: null, events: [], timeout: null },
    },
  ]);
  expect(await within(await page()).findByText("No webhooks yet")).toBeTruthy();
});

test("what cannot be read says why, and old ones stay with their age", async () => {
  refuse("authWebhooks", { code: "offline", message: "api.example is not reachable", requestId: "req-4" });
  const { user } = openWindow(PLACE);
  expect(await within(await page()).findByText("Couldn’t load the webhooks")).toBeTruthy();
  answer("authWebhooks", () => SET);
  await user.click(within(await page()).getByRole("button", { name: "Try again" }));
  expect(await within(await page()).findByText("user.created")).toBeTruthy();
  refuse("authWebhooks", { code: "timeout", message: "No answer came" });
  publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
  expect(await within(await page()).findByText(/Shown as of/)).toBeTruthy();
  expect(within(await page()).getByText("user.created")).toBeTruthy();
});

test.each([
  ["", true, false],
  ["", false, true],
  ["shop.example.com", true, false],
  ["http://localhost:3000/hooks?a=b", true, true],
  ["https://", true, false],
])("%j fits an address: on %j, %j", (typed, enabled, fits) => {
  expect(urlError(typed, enabled) === undefined).toBe(fits);
});
