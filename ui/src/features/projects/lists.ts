import { type QueryClient, queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { renewRecords } from "@/data/projectCache";
import { call } from "@/ipc/call";
import type { ProjectScope, ProjectView } from "@/ipc/generated";
import { instantOf } from "@/time/clock";

/** Which projects: a scope of an account, of one organization or of all. */
interface ListOf {
  accountId: string;
  scope: ProjectScope;
  organizationId: string | null;
}

/** A list that is read page by page; until its page arrives, a project shows as cached. */
export interface ReadList {
  items: readonly ProjectView[];
  /** How many were read this time. */
  loaded: number;
  /** Whether all of them were. */
  whole: boolean;
  /** From when the oldest of what is shown is, in milliseconds since 1970; absent when all is of now. */
  asOf: number | undefined;
  /** Projects that the platform could not look up in time. */
  unavailable: readonly string[];
  /** The ids that this read has seen. A later read has another set, by which the two are told apart. */
  seen: Set<string>;
}

const FRESH = 60_000;

/** The core's cached list: the last complete read, with the changes made here since. Sends no request. */
export const cachedQuery = ({ accountId, scope, organizationId }: ListOf) =>
  queryOptions({
    queryKey: [...keys.projectsCached(accountId), scope, organizationId],
    queryFn: () => call.projectCached(accountId, scope, organizationId),
  });

/**
 * All pages of the list, from the platform. Read again when it is shown and older than a minute; a change made here needs
 * no second read, because the core applies it to its cached list.
 */
export const pagesQuery = (list: ListOf) =>
  queryOptions({
    queryKey: pagesKey(list),
    queryFn: ({ client }) => readPages(client, list),
    staleTime: ({ state }) => (state.status === "error" ? 0 : FRESH),
    structuralSharing: false,
  });

function pagesKey({ accountId, scope, organizationId }: ListOf) {
  return [...keys.projectPages(accountId), scope, organizationId];
}

/** Reads page after page, and shows each as it comes. */
async function readPages(client: QueryClient, list: ListOf): Promise<ReadList> {
  const queryKey = pagesKey(list);
  const show = (read: ReadList) => client.setQueryData<ReadList>(queryKey, read);
  const goesOn = () => client.getQueryData<ReadList>(queryKey)?.seen === read.seen;

  let read = await beginning(client, list);
  show(read);
  let cursor: string | null = null;
  do {
    const page = await call.projectPage(list.accountId, list.scope, list.organizationId, cursor);
    // Another read of this list has started: stop.
    if (!goesOn()) return read;
    renewRecords(client, list.accountId, page.items);
    read = withPage(client.getQueryData<ReadList>(queryKey) ?? read, page.items, page.unavailable);
    cursor = page.next;
    if (cursor !== null) show(read);
  } while (cursor !== null);
  return wholeOf(read);
}

/** What shows before the first page arrives: the last read, else the core's cached list. */
async function beginning(client: QueryClient, list: ListOf): Promise<ReadList> {
  const begun = { loaded: 0, whole: false, unavailable: [], seen: new Set<string>() };
  // Not from the query cache, which may be older than the last read.
  const kept = await client.fetchQuery({ ...cachedQuery(list), staleTime: 0 }).catch(() => null);
  const before = client.getQueryState<ReadList>(pagesKey(list));
  if (before?.data && before.data.items.length > 0) {
    // After a complete read the core's list is the same, without what was deleted here since.
    const items = before.data.whole && kept ? kept.items : before.data.items;
    return { ...begun, items, asOf: before.data.asOf ?? before.dataUpdatedAt };
  }
  return { ...begun, items: kept?.items ?? [], asOf: kept ? instantOf(kept.asOf) : undefined };
}

/** The list with one more page over it. */
export function withPage(
  read: ReadList,
  items: readonly ProjectView[],
  unavailable: readonly string[],
): ReadList {
  const fresh = new Map(items.map((project) => [project.id, project]));
  for (const id of fresh.keys()) read.seen.add(id);
  let changed = false;
  const known = read.items.map((before) => {
    const project = replaceEqualDeep(before, fresh.get(before.id) ?? before);
    if (project !== before) changed = true;
    return project;
  });
  for (const { id } of read.items) fresh.delete(id);
  return {
    ...read,
    // A page without news keeps the same array, so that nothing is sorted or drawn again.
    items: changed || fresh.size > 0 ? [...known, ...fresh.values()] : read.items,
    loaded: read.loaded + items.length,
    unavailable: [...read.unavailable, ...unavailable],
  };
}

/** The list after its last page: ids that no page had are removed, unless the platform could not look them up. */
export function wholeOf(read: ReadList): ReadList {
  const late = new Set(read.unavailable);
  const left = read.items.filter(({ id }) => read.seen.has(id) || late.has(id));
  const items = left.length === read.items.length ? read.items : left;
  const old = items.some(({ id }) => !read.seen.has(id));
  return { ...read, items, whole: true, asOf: old ? read.asOf : undefined };
}
