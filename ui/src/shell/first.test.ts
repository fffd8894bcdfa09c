import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/data/client";
import { followEvents } from "@/data/events";
import { accountsQuery, appInfoQuery, settingsQuery } from "@/data/queries";
import { beginningOf, cachedQuery, ownListOf } from "@/features/projects/lists";
import type { FirstView } from "@/ipc/generated";
import { answer, commandsCalled } from "@/test/backend";
import { account, info, kept, project, settings } from "@/test/views";
import { seedFirst } from "./first";

const KEPT = kept([project()]);

function page(first: Partial<FirstView>) {
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = "first";
  block.textContent = JSON.stringify({ accountList: [], ...first });
  document.head.append(block);
}

afterEach(() => document.getElementById("first")?.remove());

test("what the page brought along is there without a command, and the projects are those of the current account", () => {
  const current = account({ id: "b", isCurrent: true, organizationId: "" });
  page({
    appInfo: info(),
    settingsGet: settings(),
    accountList: [account({ id: "a", isCurrent: false }), current],
    projectCached: KEPT,
  });
  const client = createQueryClient();
  seedFirst(client);
  expect(client.getQueryData(appInfoQuery.queryKey)).toEqual(info());
  expect(client.getQueryData(settingsQuery.queryKey)).toEqual(settings());
  const list = { accountId: "b", scope: "own", organizationId: null } as const;
  expect(client.getQueryData(cachedQuery(list).queryKey)).toEqual(beginningOf(KEPT));
  expect(client.getQueryState(cachedQuery(list).queryKey)?.isInvalidated).toBe(false);
  expect(commandsCalled()).toEqual([]);
});

test("of a long list the page brings the first rows, and the rest is read by the first that shows it", () => {
  page({ accountList: [account()], projectCached: kept([project()], -1, { total: 9, next: "after" }) });
  const client = createQueryClient();
  seedFirst(client);
  const { queryKey } = cachedQuery(ownListOf(account()));
  expect(client.getQueryData(queryKey)).toMatchObject({ total: 9, whole: false });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(commandsCalled()).toEqual([]);
});

test("a list that was never read is nothing, and no account has none", () => {
  page({ accountList: [account()], projectCached: null });
  const client = createQueryClient();
  seedFirst(client);
  expect(client.getQueryData(cachedQuery(ownListOf(account())).queryKey)).toBeNull();
  document.getElementById("first")?.remove();
  page({ accountList: [], projectCached: null });
  const other = createQueryClient();
  seedFirst(other);
  expect(other.getQueryCache().findAll({ queryKey: ["projects"] })).toEqual([]);
});

test("what may have changed before the page listened is read once more, and what cannot is not", async () => {
  page({ appInfo: info(), accountList: [account({ name: "Before" })] });
  answer("accountList", () => [account({ name: "After" })]);
  const client = createQueryClient();
  followEvents(client);
  seedFirst(client);
  const accounts = new QueryObserver(client, accountsQuery);
  const stop = [accounts.subscribe(() => {}), new QueryObserver(client, appInfoQuery).subscribe(() => {})];
  expect(accounts.getCurrentResult().data?.[0]?.name).toBe("Before");
  await vi.waitFor(() => expect(accounts.getCurrentResult().data?.[0]?.name).toBe("After"));
  expect(commandsCalled()).toEqual(["accountList"]);
  for (const each of stop) each();
});

test("a page that brought nothing asks", () => {
  const client = createQueryClient();
  seedFirst(client);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
