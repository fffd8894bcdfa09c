import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { ProjectPageView } from "@/ipc/generated";
import { answer, callsOf } from "@/test/backend";
import { deferred } from "@/test/interactions";
import { kept, project, tracked } from "@/test/views";
import { openWindow } from "@/test/window";

test("the sidebar counts projects only where a list of them was shown, and operations that run", async () => {
  const items = [project(), project({ id: "two" })];
  answer("projectCached", () => kept(items, -1));
  answer("projectPage", ({ scope }) => ({
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

describe("the list of a place", () => {
  const items = [project({ id: "one", name: "one" }), project({ id: "two", name: "second" })];
  const focusedKey = () =>
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;

  function withProjects() {
    answer("projectCached", () => kept(items));
    answer("projectPage", ({ scope }) => ({
      items: scope === "own" ? items : [],
      next: null,
      unavailable: [],
    }));
  }

  test("has the focus once its keys led there, and again by the same keys", async () => {
    withProjects();
    const { user } = openWindow({ screen: "settings" });
    await screen.findByRole("heading", { level: 1 });
    await user.keyboard("gp");
    await waitFor(() => expect(focusedKey()).toBeDefined());
    const row = document.activeElement;
    await user.click(screen.getByRole("heading", { level: 1 }));
    expect(document.activeElement).not.toBe(row);
    await user.keyboard("gp");
    expect(document.activeElement).toBe(row);
  });

  test("takes no focus from somebody who has gone on", async () => {
    withProjects();
    const page = deferred<ProjectPageView>();
    answer("projectCached", () => kept([]));
    answer("projectPage", ({ scope }) =>
      scope === "own" ? page.promise : { items: [], next: null, unavailable: [] },
    );
    const { user } = openWindow({ screen: "settings" });
    await screen.findByRole("heading", { level: 1 });
    await user.keyboard("gp");
    const help = await screen.findByRole("button", { name: "Keyboard shortcuts" });
    await user.pointer({ keys: "[MouseLeft]", target: help });
    await act(async () => page.resolve({ items, next: null, unavailable: [] }));
    await screen.findByText("second");
    expect(focusedKey()).toBeUndefined();
  });

  test.each([
    ["a link of the sidebar", () => screen.getByRole("link", { name: "Settings" })],
    ["a button of the header", () => screen.getByRole("button", { name: "New project…" })],
    ["nothing", () => document.body],
  ])("is entered by arrow down from %s", async (_what, find) => {
    withProjects();
    const { user } = openWindow({ screen: "projects" });
    await screen.findByText("second");
    find().focus();
    await user.keyboard("{ArrowDown}");
    expect(focusedKey()).toBeDefined();
  });

  test("is not entered by arrow down at what opens a menu, nor with Shift", async () => {
    withProjects();
    const { user } = openWindow({ screen: "projects" });
    await screen.findByText("second");
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(focusedKey()).toBeUndefined();
    screen.getByRole("button", { name: "Columns" }).focus();
    await user.keyboard("{ArrowDown}");
    expect(await screen.findByRole("menuitemcheckbox", { name: /^Region/ })).toBeTruthy();
    expect(focusedKey()).toBeUndefined();
  });
});

test("a project is at home below the projects", async () => {
  answer("projectGet", () => project());
  openWindow({ screen: "project", account: "sandbox", id: "shop-prod-12345678" });
  const link = await screen.findByRole("link", { name: /^Projects/, current: "page" });
  expect(link).toBeTruthy();
});

test("one project that cannot be drawn leaves the next as it is", async () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  answer("projectGet", ({ projectId: id }) =>
    id === "broken" ? project({ id, createdAt: "no date" }) : project({ id, name: "shop-test" }),
  );
  const { router } = openWindow({ screen: "project", account: "sandbox", id: "broken" });
  expect(await screen.findByText("This screen failed")).toBeTruthy();
  router.go({ screen: "project", account: "sandbox", id: "whole" });
  expect(await screen.findByRole("heading", { level: 1, name: "shop-test" })).toBeTruthy();
  expect(screen.queryByText("This screen failed")).toBeNull();
  complained.mockRestore();
});
