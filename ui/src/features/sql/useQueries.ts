import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ConnectSource, SqlTabView } from "@/ipc/generated";
import { openDialog } from "@/kit/overlay/dialogs";
import { sessionOf } from "./session";
import { flushTabs, freeNumber, putTab, removeTab, sqlTabsQuery, tabId, tabTextOf } from "./tabs";
import { EDITOR } from "./words";

/** The project or temporary database that queries belong to. */
export type SqlPlace =
  | { kind: "project"; accountId: string; projectId: string }
  | { kind: "temporary"; id: string };

const nameOf = (place: SqlPlace) =>
  place.kind === "project" ? `${place.accountId}/${place.projectId}` : place.id;

/** The first query of a place that has none, until something is typed; and the query that was shown last. */
const places = new Map<string, { draft: SqlTabView; chosen?: string }>();

/** A query whose database is not known is shown everywhere, so that its text is not lost. */
function isAt(place: SqlPlace, source: ConnectSource | null): boolean {
  if (source === null) return true;
  if (source.kind === "temporary") return place.kind === "temporary" && source.id === place.id;
  if (source.kind === "oneTimeSecret" || place.kind !== "project") return false;
  return source.accountId === place.accountId && source.projectId === place.projectId;
}

const newTab = (name: string, source: ConnectSource | null): SqlTabView => ({
  id: tabId(),
  name,
  source,
  text: "",
  isMasked: false,
});

/** The queries of a place, each with its tab. */
export function useQueries(place: SqlPlace) {
  const client = useQueryClient();
  const list = useQuery(sqlTabsQuery);
  const [, setVersion] = useState(0);
  const name = nameOf(place);
  const remembered = places.get(name) ?? { draft: newTab(EDITOR.name(1), null) };
  places.set(name, remembered);
  const change = (changes: Partial<typeof remembered>) => {
    places.set(name, { ...remembered, ...changes });
    setVersion((version) => version + 1);
  };

  const here = (list.data ?? []).filter(({ source }) => isAt(place, source));
  const tabs = here.length > 0 ? here : [remembered.draft];
  const active = tabs.find(({ id }) => id === remembered.chosen) ?? tabs.at(-1) ?? remembered.draft;
  useEffect(() => {
    const onHide = () => flushTabs();
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", onHide);
    };
  }, []);

  const add = (source = active.source, text = "") => {
    const names = tabs.map((tab) => tab.name);
    const tab = { ...newTab(EDITOR.name(freeNumber(names, EDITOR.name)), source), text };
    // The draft is a query like others once there is another one. Both are saved, or a refresh would lose them.
    for (const each of here.length === 0 ? [remembered.draft, tab] : [tab]) {
      putTab(client, each);
      tabTextOf(client, each).update({});
    }
    change({ chosen: tab.id });
  };
  const others = (list.data ?? []).filter(({ source, text }) => !isAt(place, source) && text.trim() !== "");
  const close = (tab: SqlTabView) => {
    if (tab.id === remembered.draft.id) change({ draft: newTab(EDITOR.name(1), null) });
    if (isLosing(client, tab)) openDialog({ dialog: "closeQuery", tab });
    else void closeQuery(client, tab);
  };
  const rename = (tab: SqlTabView, name: string) => tabTextOf(client, tab).update({ name });
  return { list, tabs, others, rename, active, choose: (chosen: string) => change({ chosen }), add, close };
}

/** Returns true where closing a query loses something. */
function isLosing(client: QueryClient, tab: SqlTabView): boolean {
  const { run } = sessionOf(tab.id).current();
  return tabTextOf(client, tab).text.trim() !== "" || sessionOf(tab.id).isBusy || run?.transaction != null;
}

/** Closes a query with its session, and deletes its text. */
export async function closeQuery(client: QueryClient, tab: SqlTabView): Promise<void> {
  await tabTextOf(client, tab).forget();
  removeTab(client, tab.id);
  await sessionOf(tab.id).close();
}
