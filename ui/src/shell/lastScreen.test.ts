import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { remember, remembered } from "@/kit/remembered";
import { formatRoute, type Route } from "@/kit/route/route";
import { createRouter } from "@/kit/route/router";
import { acceptRoute, home } from "@/routes";
import { answer, refuse } from "@/test/backend";
import { account, failure, project, row } from "@/test/views";
import { openWindow } from "@/test/window";
import { followLastScreen } from "./lastScreen";

const PROJECT: Route = { screen: "project", account: "sandbox", id: "shop-prod-12345678", tab: "branches" };

beforeEach(() => window.history.replaceState(null, "", "#"));
afterEach(() => window.localStorage.clear());

/** A start of the interface, in a window that another screen is kept for. */
function start(kept: string | null) {
  remember("plinth.screen", kept);
  const view = openWindow(home);
  window.history.replaceState(null, "", "#");
  onTestFinished(followLastScreen(view.client, view.router, { home, accept: acceptRoute }));
  return view;
}

test("a start opens the screen that was open, and remembers the next one", async () => {
  answer("projectGet", () => project());
  const { router } = start(formatRoute(PROJECT));
  expect(router.current()).toEqual(PROJECT);
  expect(await screen.findByRole("tab", { name: "Branches", selected: true })).toBeTruthy();
  router.go({ screen: "settings" });
  expect(remembered("plinth.screen")).toBe("#/settings");
  // A start of the usual screen shows what the window showed last, which is kept with all that is remembered.
  router.go(home);
  expect(remembered("plinth.screen")).toBeNull();
});

test.each([
  "settings",
  "#/nowhere",
  "#/project?id=shop",
  "#/%E0%A4%A",
  "javascript:alert(1)",
  "https://example.com/#/settings",
  `#/temporary?id=${"x".repeat(1_000)}`,
  "#/temporary?id=row%0A1",
  "#/project?account=sandbox&id=shop%E2%80%AEdorp",
  '{"screen":"settings"}',
])("%s is no screen, and the usual one is opened", (kept) => {
  remember("plinth.screen", kept);
  const router = createRouter({ home, accept: acceptRoute });
  const { client } = openWindow(home);
  window.history.replaceState(null, "", "#");
  onTestFinished(followLastScreen(client, router, { home, accept: acceptRoute }));
  expect(router.current()).toEqual(home);
});

test("a page that loads again keeps its own address", () => {
  remember("plinth.screen", "#/settings");
  const { client, router } = openWindow({ screen: "keys" });
  onTestFinished(followLastScreen(client, router, { home, accept: acceptRoute }));
  expect(router.current()).toEqual({ screen: "keys" });
});

describe("what is gone falls back with a word", () => {
  const says = async (words: string) => expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);

  test("a project", async () => {
    refuse("projectGet", failure({ code: "notFound" }));
    const { router } = start(formatRoute(PROJECT));
    await waitFor(() => expect(router.current()).toEqual(home));
    await says("The project you had open is no longer available");
  });

  test("a project whose account was removed", async () => {
    answer("accountList", () => [account()]);
    const { router } = start("#/project?account=removed&id=shop");
    await waitFor(() => expect(router.current()).toEqual(home));
    await says("The project you had open is no longer available");
  });

  test("a temporary database", async () => {
    answer("temporaryList", () => ({ items: [row()] }));
    const { router } = start("#/temporary?id=forgotten");
    await waitFor(() => expect(router.current()).toEqual({ screen: "temporary" }));
    await says("The database you had open is no longer in the list");
  });

  test("and not a project that cannot be read now", async () => {
    refuse("projectGet", failure({ code: "offline", message: "The platform cannot be reached" }));
    const { router } = start(formatRoute(PROJECT));
    expect((await screen.findAllByText(/The platform cannot be reached/)).length).toBeGreaterThan(0);
    expect(router.current()).toEqual(PROJECT);
  });
});
