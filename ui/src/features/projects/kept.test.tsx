import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { CachedProjectsView, ProjectPageView, ProjectView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, deferred } from "@/test/interactions";
import { account, failure, inHours, kept, project } from "@/test/views";
import { openWindow } from "@/test/window";

const LIST = { screen: "projects" } as const;
const NAMES = ["alpha", "beta", "gamma", "kappa", "omega"];
const named = (name: string, id = `${name}-12345678`) => project({ id, name });
const [FIRST, REST] = [NAMES.slice(0, 2), NAMES.slice(2)];
const PARTLY = { total: NAMES.length, asOf: inHours(-3.5) };
const NO_PAGE: ProjectPageView = { items: [], next: null, unavailable: [] };
const rows = (names: readonly string[]) => names.map((name) => named(name));
const shownNames = () =>
  screen.queryAllByTestId("project-row").map((row) => row.querySelector("b")?.textContent);
const says = (words: string) =>
  waitFor(() => expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(words));

/** The first part of the account's own list at once, the rest when the test gives it. No platform answers. */
function inTwoParts(rest: Promise<CachedProjectsView | null>, ofAccount = "sandbox") {
  answer("projectCached", ({ accountId: id, scope, after }) => {
    if (id !== ofAccount || scope !== "own") return null;
    return after === null ? kept(rows(FIRST), 0, { ...PARTLY, next: "beta" }) : rest;
  });
}

const theRest = (items: ProjectView[] = rows(REST)) => kept(items, 0, PARTLY);

beforeEach(() => {
  window.localStorage.clear();
  const problem = failure({ code: "offline", message: "The platform cannot be reached" });
  answer("accountList", () => [account({ state: "unauthorized", problem })]);
  answer("projectPage", () => NO_PAGE);
});

test("the first rows are there at once with the number of all, and the rest takes its place in one go", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  openWindow(LIST);
  expect(await screen.findByText("alpha")).toBeTruthy();
  await says("5 projects");
  expect(screen.getByRole("grid", { name: "Projects" }).getAttribute("aria-rowcount")).toBe("6");
  expect(shownNames()).toEqual(FIRST);
  await act(async () => rest.resolve(theRest()));
  await waitFor(() => expect(shownNames()).toEqual(NAMES));
  await says("5 projects");
  expect(callsOf("projectCached").filter(({ scope }) => scope === "own")).toEqual([
    { accountId: "sandbox", scope: "own", organizationId: null, after: null },
    { accountId: "sandbox", scope: "own", organizationId: null, after: "beta" },
  ]);
});

test("a filter that is typed early is applied to all, and until then nothing is said to fit or not", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  const { user } = openWindow(LIST);
  await screen.findByText("alpha");
  await user.keyboard("/omega");
  expect(await screen.findByRole("status", { name: /projects/ })).toBeTruthy();
  expect(screen.queryByText(/No matches/)).toBeNull();
  expect(shownNames()).toEqual([]);
  await says("5 projects");
  await act(async () => rest.resolve(theRest()));
  await waitFor(() => expect(shownNames()).toEqual(["omega"]));
  await says("1 of 5 projects");
});

test("in another order the first rows are others, so all are waited for", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  const { user } = openWindow(LIST);
  await screen.findByText("alpha");
  await user.click(screen.getByRole("button", { name: /^Name/ }));
  await waitFor(() => expect(shownNames()).toEqual([]));
  await act(async () => rest.resolve(theRest()));
  await waitFor(() => expect(shownNames()).toEqual([...NAMES].reverse()));
});

test("all that are ticked are all, also those that are still to come, and a copy has them too", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  const { user } = openWindow(LIST);
  await screen.findByText("alpha");
  await user.click(screen.getByRole("checkbox", { name: /Select all/ }));
  await navigator.clipboard.writeText("before");
  await choose(
    user,
    screen.getByRole("button", { name: "More actions for the list" }),
    /shown projects as JSON/,
  );
  expect(await navigator.clipboard.readText()).toBe("before");
  await act(async () => rest.resolve(theRest()));
  await waitFor(() => expect(shownNames()).toEqual(NAMES));
  const bar = await screen.findByRole("button", { name: "Delete 5 projects…" });
  expect(bar).toBeTruthy();
  expect(await screen.findByText("5 projects copied as JSON")).toBeTruthy();
  const copied: ProjectView[] = JSON.parse(await navigator.clipboard.readText());
  expect(copied.map(({ name }) => name)).toEqual(NAMES);
});

test("a list that was read anew meanwhile is begun again, and one that is in two parts is there once", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  openWindow(LIST);
  await screen.findByText("alpha");
  answer("projectCached", ({ scope, after }) => {
    if (scope !== "own") return null;
    const anew = { total: 2, asOf: inHours(0) };
    return after === null
      ? kept([named("new", "one")], 0, { ...anew, next: "one" })
      : kept([named("renamed", "one"), named("second", "two")], 0, anew);
  });
  await act(async () => rest.resolve(kept(rows(REST), 0, { ...PARTLY, asOf: inHours(-1) })));
  await waitFor(() => expect(shownNames()).toEqual(["renamed", "second"]));
  await says("2 projects");
});

test("what changes while the rest is on its way is read after it", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  openWindow(LIST);
  await screen.findByText("alpha");
  act(() => publish({ kind: "projectsChanged", accountId: "sandbox" }));
  answer("projectCached", ({ scope }) => (scope === "own" ? kept(rows(["alpha", "zeta"])) : null));
  await act(async () => rest.resolve(theRest()));
  await waitFor(() => expect(shownNames()).toEqual(["alpha", "zeta"]));
  await says("2 projects");
});

test("another account's list is its own, whatever of the first one is still on its way", async () => {
  const rest = deferred<CachedProjectsView | null>();
  inTwoParts(rest.promise);
  const accounts = (current: string) =>
    ["sandbox", "shop"].map((id) =>
      account({ id, name: id, state: "unauthorized", problem: failure(), isCurrent: id === current }),
    );
  answer("accountList", () => accounts("sandbox"));
  openWindow({ ...LIST, tab: "active" });
  await screen.findByText("alpha");
  inTwoParts(Promise.resolve(theRest()), "shop");
  answer("accountList", () => accounts("shop"));
  act(() => publish({ kind: "accountsChanged" }));
  await waitFor(() => expect(shownNames()).toEqual(NAMES));
  await act(async () => rest.resolve(theRest([named("stray")])));
  expect(shownNames()).toEqual(NAMES);
});

test("where the rest cannot be read the first rows stay with their age, and the rest comes when it is asked for", async () => {
  answer("accountList", () => [account({ keyKind: "organization" })]);
  const broken = Promise.reject(new Error("the disk"));
  broken.catch(() => {});
  inTwoParts(broken);
  refuse("projectPage", { code: "offline", message: "The platform cannot be reached" });
  const { user } = openWindow(LIST);
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(shownNames()).toEqual(FIRST);
  inTwoParts(Promise.resolve(theRest()));
  await user.click(again);
  await waitFor(() => expect(shownNames()).toEqual(NAMES));
});

test("names of any kind are in the order of their keys, and equal ones by their ids", async () => {
  const items = [
    named("", "id-1"),
    named("shop 9", "id-2"),
    named("twin", "id-3"),
    named("Twin", "id-4"),
    named("שלום", "id-5"),
    named("🦉", "id-6"),
  ];
  answer("projectCached", ({ scope }) => (scope === "own" ? kept([...items].reverse()) : null));
  openWindow(LIST);
  const ids = () =>
    screen.queryAllByTestId("project-row").map((row) => within(row).getByText(/^id-/).textContent);
  await waitFor(() => expect(ids()).toEqual(items.map(({ id }) => id)));
});

test("of an account that is not asked the rest that cannot be read is said, and the first rows are filtered", async () => {
  answer("accountList", () => [account({ state: "unauthorized", problem: failure() })]);
  const broken = Promise.reject(new Error("the disk"));
  broken.catch(() => {});
  inTwoParts(broken);
  const { user } = openWindow(LIST);
  const again = await screen.findByRole("button", { name: "Try again" });
  await user.keyboard("/alpha");
  await waitFor(() => expect(shownNames()).toEqual(["alpha"]));
  inTwoParts(Promise.resolve(theRest()));
  await user.click(again);
  await says("1 of 5 projects");
});
