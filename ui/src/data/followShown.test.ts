import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { createQueryClient } from "./client";
import { followEvents } from "./events";
import { followShown } from "./followShown";
import { keys } from "./keys";

let client: QueryClient;
let stop: () => void;
const reads = vi.fn(async (): Promise<readonly string[]> => []);

beforeEach(() => {
  vi.useFakeTimers();
  reads.mockClear();
  answer("viewsShown", () => new Promise<never>(() => {}));
  client = createQueryClient();
  const stops = [followEvents(client), followShown(client)];
  stop = () => {
    for (const each of stops) each();
  };
});

afterEach(() => {
  stop();
  client.clear();
  hide(false);
});

const show = (queryKey: readonly unknown[]) =>
  new QueryObserver(client, { queryKey, queryFn: reads }).subscribe(() => {});

const pass = () => vi.advanceTimersByTimeAsync(100);

/** The reports: the parts, and whether anew. */
const reported = () =>
  callsOf("viewsShown").map(({ views, anew }) => [
    Array.isArray(views) && views.map(({ part }) => part),
    anew,
  ]);

function hide(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a screen is reported once, and again when something else is shown", async () => {
  const leave = [show(keys.computes("a", "p")), show(keys.branches("a", "p"))];
  await pass();
  expect(reported()).toEqual([[["computes", "branches"], false]]);
  await pass();
  expect(reported()).toHaveLength(1);
  for (const each of leave) each();
  show(keys.apiKeys("a", "o"));
  await pass();
  expect(reported().at(-1)).toEqual([["apiKeys"], false]);
});

test("each report has a higher number than the one before it", async () => {
  show(keys.computes("a", "p"));
  await pass();
  show(keys.branches("a", "p"));
  await pass();
  const [one, other] = callsOf("viewsShown").map(({ number }) => Number(number));
  expect(other).toBe((one ?? Number.NaN) + 1);
});

test("a view that is read again is not reported anew", async () => {
  show(keys.computes("a", "p"));
  await pass();
  await client.refetchQueries({ queryKey: keys.computes("a", "p") });
  await pass();
  expect(reported()).toHaveLength(1);
});

test("a hidden window shows nothing, and everything anew when it comes back", async () => {
  show(keys.computes("a", "p"));
  await pass();
  hide(true);
  await pass();
  hide(false);
  window.dispatchEvent(new Event("focus"));
  await pass();
  expect(reported().slice(1)).toEqual([
    [[], false],
    [["computes"], true],
  ]);
});

test("what is shown is reported again after the host was lost", async () => {
  refuse("viewsShown", { code: "internal" });
  show(keys.computes("a", "p"));
  await pass();
  publish({ kind: "muchChanged" });
  await pass();
  expect(reported()).toHaveLength(2);
});

test("a view that is due is read again where it is shown, and no other is", async () => {
  const others = vi.fn(async () => []);
  show(keys.computes("a", "p"));
  new QueryObserver(client, { queryKey: keys.branches("a", "p"), queryFn: others }).subscribe(() => {});
  await pass();
  client.setQueryData(keys.computes("a", "other"), []);
  publish({ kind: "viewDue", accountId: "a", projectId: "p", part: "computes" });
  await pass();
  expect(reads).toHaveBeenCalledTimes(2);
  expect(others).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(keys.computes("a", "other"))?.isInvalidated).toBe(false);
});
