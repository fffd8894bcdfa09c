import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ActivityView } from "@/ipc/generated";
import { answer, callsOf, resetBackend, tell } from "@/test/backend";
import { inHours } from "@/test/views";
import { openWindow } from "@/test/window";

vi.mock("@/ipc/generated", () => import("@/test/backend"));
beforeEach(resetBackend);

const entry = (id: string, changes: Partial<ActivityView> = {}): ActivityView => ({
  id,
  at: inHours(-1),
  action: `Action ${id}`,
  subject: "quiet-harbour",
  place: "This machine",
  outcome: "done",
  detail: null,
  requestId: null,
  temporaryId: null,
  accountId: null,
  projectId: null,
  operationIds: [],
  curl: null,
  ...changes,
});

test("older entries come page by page", async () => {
  answer("activityList", (_filter, before) =>
    before === null ? { items: [entry("2")], next: "2" } : { items: [entry("1")], next: null },
  );
  const { user } = openWindow({ screen: "activity" });
  await user.click(await screen.findByRole("button", { name: "Load older entries" }));
  expect(await screen.findByText("Action 1")).toBeTruthy();
  expect(callsOf("activityList").map(([, before]) => before)).toEqual([null, "2"]);
  expect(screen.queryByRole("button", { name: "Load older entries" })).toBeNull();
});

test("an entry tells how it ended and why, and a new one appears by itself", async () => {
  answer("activityList", () => ({ items: [], next: null }));
  openWindow({ screen: "activity" });
  expect(await screen.findByText("Nothing was done yet")).toBeTruthy();
  answer("activityList", () => ({
    items: [entry("1", { outcome: "unclear", detail: "The reply was lost", requestId: "req-12345" })],
    next: null,
  }));
  tell({ kind: "activityAdded" });
  expect(await screen.findByText("Unclear")).toBeTruthy();
  expect(screen.getByText("The reply was lost")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Copy request id/ })).toBeTruthy();
});

test("it is reached from the strip", async () => {
  answer("activityList", () => ({ items: [], next: null }));
  const { user, router } = openWindow();
  await user.click(await screen.findByRole("link", { name: "Activity log" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "activity" }));
});
