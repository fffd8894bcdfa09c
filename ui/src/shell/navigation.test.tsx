import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answer, callsOf } from "@/test/backend";
import { kept, project, tracked } from "@/test/views";
import { openWindow } from "@/test/window";

test("the sidebar counts projects only where a list of them was shown, and operations that run", async () => {
  const items = [project(), project({ id: "two" })];
  answer("projectCached", () => kept(items, -1));
  answer("projectPage", (_id, scope) => ({
    items: scope === "own" ? items : [],
    next: null,
    unavailable: [],
  }));
  answer("operationList", () => [tracked(), tracked({ id: "op-2", isOver: true, status: "finished" })]);
  const { router } = openWindow({ screen: "history" });
  expect(await screen.findByRole("link", { name: /^History ?1 running$/ })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Projects" })).toBeTruthy();
  expect(callsOf("projectCached")).toEqual([]);
  router.go({ screen: "projects" });
  expect(await screen.findByRole("link", { name: /^Projects ?2 projects$/ })).toBeTruthy();
});

test.each([
  ["gp", "projects"],
  ["gh", "history"],
  ["gt", "temporary"],
  ["gs", "settings"],
  ["gb", "sandbox"],
])("%s leads to %s", async (pressed, route) => {
  const { user, router } = openWindow({ screen: "keys" });
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard(pressed);
  await waitFor(() => expect(router.current().screen).toBe(route));
});

test("a project is at home below the projects", async () => {
  answer("projectGet", () => project());
  openWindow({ screen: "project", account: "sandbox", id: "shop-prod-12345678" });
  const link = await screen.findByRole("link", { name: /^Projects/, current: "page" });
  expect(link).toBeTruthy();
});

test("one project that cannot be drawn leaves the next as it is", async () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  answer("projectGet", (_account, id) =>
    id === "broken" ? project({ id, createdAt: "no date" }) : project({ id, name: "shop-test" }),
  );
  const { router } = openWindow({ screen: "project", account: "sandbox", id: "broken" });
  expect(await screen.findByText("This screen failed")).toBeTruthy();
  router.go({ screen: "project", account: "sandbox", id: "whole" });
  expect(await screen.findByRole("heading", { level: 1, name: "shop-test" })).toBeTruthy();
  expect(screen.queryByText("This screen failed")).toBeNull();
  complained.mockRestore();
});
