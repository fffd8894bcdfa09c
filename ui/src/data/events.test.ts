import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { EventView } from "@/ipc/generated";
import { publish } from "@/test/backend";
import { createQueryClient } from "./client";
import { createOutdating, followEvents, keysOf } from "./events";
import { keys } from "./keys";

const plans = [keys.rotationPlans, keys.bulkPlan, keys.folderPlans];
const cases: Array<[EventView, readonly (readonly string[])[]]> = [
  [
    { kind: "temporaryChanged", id: "a" },
    [
      keys.temporaryList,
      keys.temporaryConnect("a"),
      keys.temporaryClaimTarget("a"),
      keys.sandboxState,
      keys.folderList,
    ],
  ],
  [
    { kind: "temporaryForgotten", id: "a" },
    [
      keys.temporaryList,
      keys.temporaryConnect("a"),
      keys.temporaryClaimTarget("a"),
      keys.sandboxState,
      keys.folderList,
    ],
  ],
  [{ kind: "expiryNeared", id: "a", name: "x", warning: "day" }, [keys.temporaryList, keys.folderList]],
  [{ kind: "foldersChanged" }, [keys.folders]],
  [{ kind: "jobChanged", id: "w" }, [keys.jobs]],
  [
    { kind: "accountsChanged" },
    [keys.accounts, keys.instantServices, keys.temporary, keys.folderList, ...plans],
  ],
  [
    { kind: "keychainChanged" },
    [keys.keychain, keys.accounts, keys.temporary, keys.instantServices, ...plans],
  ],
  [{ kind: "settingsChanged" }, [keys.settings, keys.everyApiKey, keys.sandboxState]],
  [{ kind: "activityAdded" }, [keys.activity, keys.budgets]],
  [{ kind: "projectsChanged", accountId: "a" }, [keys.projectsCached("a"), keys.search, keys.budget("a")]],
  [{ kind: "sandboxChanged" }, [keys.sandbox, keys.accounts, keys.instantServices, ...plans]],
  [{ kind: "muchChanged" }, [[]]],
  [{ kind: "quitRequested" }, []],
  [{ kind: "linkArrived" }, []],
];

test.each(cases)("%o makes exactly these views old", (event, expected) => {
  expect(keysOf(event)).toEqual(expected);
});

test("an event makes only its own views old, until nobody follows any more", () => {
  const client = createQueryClient();
  client.setQueryData(keys.settings, { old: true });
  client.setQueryData(keys.jobs, []);
  const stop = followEvents(client);

  publish({ kind: "settingsChanged" });
  expect(client.getQueryState(keys.settings)?.isInvalidated).toBe(true);
  expect(client.getQueryState(keys.jobs)?.isInvalidated).toBe(false);

  stop();
  publish({ kind: "jobChanged", id: "w" });
  expect(client.getQueryState(keys.jobs)?.isInvalidated).toBe(false);
});

test("after events were missed every view is old, also those of what is gone", () => {
  const client = createQueryClient();
  const all = [keys.settings, keys.jobs, keys.temporaryList, keys.temporaryConnect("gone"), keys.activity];
  for (const queryKey of all) client.setQueryData(queryKey, {});
  const stop = followEvents(client);

  publish({ kind: "muchChanged" });
  for (const queryKey of all) expect(client.getQueryState(queryKey)?.isInvalidated, `${queryKey}`).toBe(true);
  stop();
});

const KEY = ["things"];

beforeEach(() => vi.useFakeTimers());

/** A view that is shown, read by hand: each reading ends when it is told to. */
function shown(client: QueryClient) {
  const ends: Array<(value: string) => void> = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => ends.push(resolve)));
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn });
  const stop = observer.subscribe(() => {});
  const end = async (value: string) => {
    ends.shift()?.(value);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queryFn, end, stop, now: () => observer.getCurrentResult().data };
}

/** One that was read once. */
async function seen(client: QueryClient) {
  const view = shown(client);
  await view.end("first");
  return view;
}

test("a burst is read once, after it", async () => {
  const client = createQueryClient();
  const view = await seen(client);
  const { outdate } = createOutdating(client);

  for (let event = 0; event < 6; event++) outdate({ queryKey: KEY });
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
  expect(view.queryFn).toHaveBeenCalledTimes(1);

  await vi.advanceTimersByTimeAsync(60);
  expect(view.queryFn).toHaveBeenCalledTimes(2);
  await view.end("second");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(view.queryFn).toHaveBeenCalledTimes(2);
  expect(view.now()).toBe("second");
  view.stop();
});

test("what happens during a reading is read once more when that has ended, and not before", async () => {
  const client = createQueryClient();
  const view = await seen(client);
  const { outdate } = createOutdating(client);

  outdate({ queryKey: KEY });
  await vi.advanceTimersByTimeAsync(60);
  for (let event = 0; event < 6; event++) outdate({ queryKey: KEY });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(view.queryFn).toHaveBeenCalledTimes(2);

  await view.end("before it happened");
  // It took a second, so it rests for a second.
  await vi.advanceTimersByTimeAsync(900);
  expect(view.queryFn).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(view.queryFn).toHaveBeenCalledTimes(3);
  await view.end("after it");
  expect(view.now()).toBe("after it");
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false);
  view.stop();
});

test("a first reading that is on its way is not trusted with what happened since it left", async () => {
  const client = createQueryClient();
  const view = shown(client);
  const { outdate } = createOutdating(client);

  outdate({ queryKey: KEY });
  await vi.advanceTimersByTimeAsync(60);
  expect(view.queryFn).toHaveBeenCalledTimes(1);
  await view.end("before it happened");
  expect(view.queryFn).toHaveBeenCalledTimes(2);
  await view.end("after it");
  expect(view.now()).toBe("after it");
  view.stop();
});

test("a view that nobody looks at is read when somebody does", async () => {
  const client = createQueryClient();
  const view = await seen(client);
  view.stop();
  const { outdate } = createOutdating(client);

  outdate({ queryKey: KEY });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(view.queryFn).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
});

test("nothing is read after the end", async () => {
  const client = createQueryClient();
  const view = await seen(client);
  const { outdate, stop } = createOutdating(client);

  outdate({ queryKey: KEY });
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(view.queryFn).toHaveBeenCalledTimes(1);
  view.stop();
});
