import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { ShownPart } from "@/ipc/generated";
import { createQueryClient } from "./client";
import { keys } from "./keys";
import { platformViewOf, shownViews } from "./platformViews";

const projectParts: ReadonlyArray<[readonly unknown[], ShownPart]> = [
  [keys.projectRecord("a", "p"), "project"],
  [[...keys.branches("a", "p"), "live"], "branches"],
  [keys.computes("a", "p"), "computes"],
  [keys.databases("a", "p", "b"), "databases"],
  [keys.roles("a", "p", "b"), "roles"],
  [[...keys.projectOperations("a", "p"), "pages"], "operations"],
  [[...keys.projectOperations("a", "p"), "last"], "operations"],
  [keys.authIntegrations("a", "p", null), "auth"],
  [keys.authDomains("a", "p", null), "auth"],
  [keys.oauthProviders("a", "p", null), "auth"],
  [keys.emailServer("a", "p", "b"), "auth"],
];

test.each(projectParts)("%o shows the part %s of its project", (queryKey, part) => {
  expect(platformViewOf(queryKey)).toEqual({ accountId: "a", projectId: "p", part });
});

test.each<[readonly unknown[], ShownPart]>([
  [[...keys.projectPages("a"), "own", null], "projects"],
  [keys.apiKeys("a", "o"), "apiKeys"],
  [keys.organizations("a"), "organizations"],
  [[...keys.organization("a", "o"), "members"], "organization"],
])("%o shows the part %s of its account", (queryKey, part) => {
  expect(platformViewOf(queryKey)).toEqual({ accountId: "a", projectId: null, part });
});

test.each<[string, readonly unknown[]]>([
  ["a list that the core keeps", [...keys.projectsCached("a"), "own", null]],
  ["a project as a list knew it", [...keys.projectRecord("a", "p"), "kept", null]],
  ["the users of an auth integration", [...keys.auth("a", "p"), "users", null]],
  ["the findings of advisors", [...keys.advisors("a", "p"), "b", "db"]],
])("%s is not for the core to refresh", (_what, queryKey) => {
  expect(platformViewOf(queryKey)).toBeNull();
});

test("every key is known, and a new one is not until it is listed", () => {
  /** Prefixes that other code makes longer before they are a query's key. */
  const beginnings = ["auth", "project", "projectsOf", "everyApiKey", "apiKeysOf", "projectLists"];
  const unknown = Object.entries(keys).filter(([name, key]) => {
    const queryKey = typeof key === "function" ? key("a", "p", "b") : key;
    return !beginnings.includes(name) && platformViewOf(queryKey) === undefined;
  });
  expect(unknown.map(([name]) => name)).toEqual([]);
  expect(platformViewOf(["widgets", "a"])).toBeUndefined();
  expect(platformViewOf([...keys.project("a", "p"), "widgets"])).toBeUndefined();
  expect(platformViewOf([...keys.auth("a", "p"), "widgets"])).toBeUndefined();
});

test("what is shown is told once for each view, as old as its oldest query, and not while one is read", async () => {
  vi.useFakeTimers({ now: 100_000 });
  const client = createQueryClient();
  const show = (queryKey: readonly unknown[], readAt?: number) => {
    if (readAt !== undefined) client.setQueryData(queryKey, [], { updatedAt: readAt });
    const queryFn = () => new Promise<never>(() => {});
    return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  };
  show(keys.databases("a", "p", "b1"), 99_000);
  show(keys.databases("a", "p", "b2"), 95_000);
  show(keys.computes("a", "p"));
  show(keys.jobs, 99_000);
  client.setQueryData(keys.roles("a", "p", "b1"), []);
  const hide = show(keys.apiKeys("a", "o"), 90_000);

  const databases = { accountId: "a", projectId: "p", part: "databases", requests: 2, ageMs: 5_000 };
  const computes = { accountId: "a", projectId: "p", part: "computes", requests: 1, ageMs: null };
  const apiKeys = { accountId: "a", projectId: null, part: "apiKeys", requests: 1, ageMs: 10_000 };
  expect(shownViews(client)).toEqual([databases, computes, apiKeys]);
  hide();
  expect(shownViews(client)).toEqual([databases, computes]);
  client.clear();
});
