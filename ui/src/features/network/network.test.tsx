import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ContactView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { openWindow } from "@/test/window";

const contact = (changes: Partial<ContactView> = {}): ContactView => ({
  host: "console.example.test",
  port: 443,
  address: "console.example.test:443",
  reason: "managementApi",
  isLocal: false,
  count: 12,
  unanswered: 0,
  firstAt: "2026-11-20T10:00:00Z",
  lastAt: "2026-11-21T10:00:00Z",
  ...changes,
});

const local = contact({
  host: "127.0.0.1",
  port: 4000,
  address: "127.0.0.1:4000",
  reason: "instantService",
  isLocal: true,
  count: 1204,
  unanswered: 3,
  lastAt: "2026-11-22T10:00:00Z",
});

const reasons = () => screen.getAllByTestId("contact-row").map(({ dataset }) => dataset.reason);

test("each host is listed with why and how often, the latest first, and sorted on demand", async () => {
  answer("networkList", () => ({ items: [contact(), local], keptDays: 30 }));
  const { user } = openWindow({ screen: "network" });
  expect(await screen.findByText("Management API")).toBeTruthy();
  expect(screen.getByText(/It sends no telemetry/)).toBeTruthy();
  expect(screen.getByText(/last 30 days/)).toBeTruthy();
  expect(screen.getByText("1,204")).toBeTruthy();
  expect(screen.getByText("This machine")).toBeTruthy();
  expect(reasons()).toEqual(["instantService", "managementApi"]);
  await user.click(screen.getByRole("button", { name: "Requests" }));
  expect(reasons()).toEqual(["managementApi", "instantService"]);
});

test("the filter looks at hosts and reasons, and says when nothing fits", async () => {
  answer("networkList", () => ({ items: [contact(), local], keptDays: 30 }));
  const { user } = openWindow({ screen: "network" });
  await screen.findByText("Management API");
  await user.keyboard("/");
  await user.keyboard("instant");
  expect(reasons()).toEqual(["instantService"]);
  await user.keyboard(" nothing");
  expect(await screen.findByText("No matches for “instant nothing”")).toBeTruthy();
});

test("a contact made meanwhile appears by itself", async () => {
  const { container } = openWindow({ screen: "network" });
  expect(await screen.findByText("No host was contacted")).toBeTruthy();
  answer("networkList", () => ({ items: [contact()], keptDays: 30 }));
  publish({ kind: "networkChanged" });
  expect(await within(container).findByText("Management API")).toBeTruthy();
});

test("hosts that cannot be read say why, and those that were read stay with their age", async () => {
  refuse("networkList", { code: "file", message: "The data file could not be read" });
  const { user } = openWindow({ screen: "network" });
  expect(await screen.findByText("Couldn’t load the contacted hosts")).toBeTruthy();
  answer("networkList", () => ({ items: [contact()], keptDays: 30 }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Management API")).toBeTruthy();
  refuse("networkList", { code: "file", message: "The data file could not be read" });
  publish({ kind: "networkChanged" });
  expect(await screen.findByText(/Couldn’t load the contacted hosts again/)).toBeTruthy();
  expect(screen.getByText("Management API")).toBeTruthy();
});

test("the settings lead there and the page leads back", async () => {
  const { user, router } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("button", { name: "Show contacted hosts" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "network" }));
  await waitFor(() => expect(callsOf("networkList")).toHaveLength(1));
  const main = within(screen.getByRole("main"));
  await user.click(main.getByRole("link", { name: "Settings" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "settings" }));
});
