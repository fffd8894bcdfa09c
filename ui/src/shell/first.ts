import type { QueryClient } from "@tanstack/react-query";
import {
  accountsQuery,
  appInfoQuery,
  keychainQuery,
  sandboxQuery,
  settingsQuery,
  temporaryListQuery,
} from "@/data/queries";
import { beginningOf, cachedQuery, ownListOf } from "@/features/projects/lists";
import { listening } from "@/ipc/events";
import type { FirstView } from "@/ipc/generated";

/** Seeded queries that are read once more: they may have changed before the page listened to events. */
const AGAIN = [settingsQuery, keychainQuery, sandboxQuery, accountsQuery, temporaryListQuery];

/**
 * Puts what the page brought along into the cache, where the window finds it before its first paint: the replies of some
 * commands, which the program wrote into the page. Without them the window asks.
 */
export function seedFirst(client: QueryClient): void {
  const text = document.getElementById("first")?.textContent;
  if (!text) return;
  const first: FirstView = JSON.parse(text);
  client.setQueryData(appInfoQuery.queryKey, first.appInfo);
  client.setQueryData(settingsQuery.queryKey, first.settingsGet);
  client.setQueryData(keychainQuery.queryKey, first.keychainState);
  client.setQueryData(sandboxQuery.queryKey, first.sandboxState);
  client.setQueryData(accountsQuery.queryKey, first.accountList);
  client.setQueryData(temporaryListQuery.queryKey, first.temporaryList);
  const current = first.accountList.find(({ isCurrent }) => isCurrent);
  if (current) {
    const { queryKey } = cachedQuery(ownListOf(current));
    const kept = first.projectCached && beginningOf(first.projectCached);
    client.setQueryData(queryKey, kept);
    // All of it is read again with its first page from the platform; the rest of it with the first screen that shows it.
    if (kept?.whole === false) void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
  void listening().then(() => {
    for (const { queryKey } of AGAIN) void client.invalidateQueries({ queryKey, exact: true });
  });
}
