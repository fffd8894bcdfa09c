import { type QueryClient, queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { renewRecords } from "@/data/projectCache";
import { accountsQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type {
  AccountView,
  CachedProjectsView,
  ProjectPageView,
  ProjectScope,
  ProjectView,
} from "@/ipc/generated";
import { afterPaint } from "@/kit/afterPaint";
import { currentTime, instantOf } from "@/time/clock";
import { inSteps, makeRows, type RowsOf, rowOf } from "./rows";
import { shareValues } from "./sharedValues";

/** Selects projects: a scope of an account, in one organization or in all. */
export interface ListOf {
  accountId: string;
  scope: ProjectScope;
  organizationId: string | null;
}

/** The list that the window begins with: the account's own, of which the page brings the first rows. */
export const ownListOf = ({ id, organizationId }: Pick<AccountView, "id" | "organizationId">): ListOf => ({
  accountId: id,
  scope: "own",
  // An empty id means that all organizations are chosen.
  organizationId: organizationId || null,
});

/** A list as the core keeps it, by name. */
export interface KeptList {
  items: readonly ProjectView[];
  /** How many there are in all. */
  total: number;
  asOf: string;
  /** Whether all of them are here; else only the first are, and the rest is on its way. */
  whole: boolean;
}

/** The part that the page brought, or that was read first. */
export const beginningOf = ({ items, total, asOf, next }: CachedProjectsView): KeptList => ({
  items,
  total,
  asOf,
  whole: next === null,
});

/** A list that is read page by page; until its page arrives, a project shows as cached. */
export interface ReadList {
  items: readonly ProjectView[];
  /** How many were read this time. */
  loaded: number;
  /** Whether all of them were. */
  whole: boolean;
  /** The time of the oldest shown record, in milliseconds since 1970; absent when all are current. */
  asOf: number | undefined;
  /** Projects that the platform could not look up in time. */
  unavailable: readonly string[];
  /** The ids that this read has seen. A later read has another set, by which the two are told apart. */
  seen: Set<string>;
}

const FRESH = 60_000;

/** The core's cached list: the last complete read, with the changes made here since. Sends no request. */
export const cachedQuery = (list: ListOf) =>
  queryOptions({
    queryKey: cachedKey(list),
    queryFn: ({ client }) => readKept(client, list),
    // `Known` keeps what is the same, a part at a time.
    structuralSharing: false,
  });

function cachedKey({ accountId, scope, organizationId }: ListOf) {
  return [...keys.projectsCached(accountId), scope, organizationId];
}

/**
 * Reads the kept list part by part, as a hundred thousand projects at once would stop the window for seconds. Where nothing
 * is shown of it yet, its first part is, and then all.
 */
async function readKept(client: QueryClient, list: ListOf): Promise<KeptList | null> {
  const queryKey = cachedKey(list);
  const before = client.getQueryData<KeptList | null>(queryKey);
  // The first rows are drawn before the rest is worked on.
  if (before && !before.whole) await afterPaint();
  const known = await Known.of(client, list, before?.items ?? []);
  const ask = (after: string | null) =>
    call({
      kind: "projectCached",
      accountId: list.accountId,
      scope: list.scope,
      organizationId: list.organizationId,
      after,
    });

  const items = new Map<string, ProjectView>();
  let asOf: string | undefined;
  let part = await ask(null);
  while (part) {
    asOf ??= part.asOf;
    // The core replaced the list meanwhile.
    if (asOf !== part.asOf) return readKept(client, list);
    // The core reads the next part while this one is worked on.
    const next: Promise<CachedProjectsView | null> | undefined =
      part.next === null ? undefined : ask(part.next);
    for (const project of part.items) items.set(project.id, known.same(project));
    if (next && client.getQueryData(queryKey) === undefined) {
      client.setQueryData<KeptList | null>(queryKey, beginningOf(part));
    }
    if (!next) {
      const all = [...items.values()];
      const isSame = before?.whole === true && isSameList(before.items, all);
      if (!isSame) await known.makeRows(all);
      return { items: isSame ? before.items : all, total: all.length, asOf, whole: true };
    }
    part = await next;
  }
  return null;
}

function isSameList(one: readonly ProjectView[], other: readonly ProjectView[]): boolean {
  return one.length === other.length && one.every((project, index) => project === other[index]);
}

/** The shown projects of a list, by id. A project that is read again without a change stays the same object. */
class Known {
  readonly #places = new Map<string, number>();
  readonly #projects: ProjectView[] = [];
  readonly #of: RowsOf;

  private constructor(rowsOf: RowsOf) {
    this.#of = rowsOf;
  }

  static async of(client: QueryClient, list: ListOf, items: readonly ProjectView[]): Promise<Known> {
    const { accountId, scope } = list;
    const account = client.getQueryData(accountsQuery.queryKey)?.find(({ id }) => id === accountId);
    const isReadOnly = account?.isReadOnly === true;
    const known = new Known({ accountId, isReadOnly, shared: scope === "shared" });
    await inSteps(items, (project) => known.#add(project));
    return known;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** The project as it is known, with what is new. Its row is made here, and not of all rows when the list is shown. */
  same(project: ProjectView): ProjectView {
    const at = this.#places.get(project.id);
    const known = at === undefined ? undefined : this.#projects[at];
    if (at === undefined || known === undefined) {
      shareValues(project);
      this.#add(project);
      rowOf(this.#of, project);
      return project;
    }
    const same = replaceEqualDeep(known, project);
    if (same === known) return known;
    this.#projects[at] = same;
    rowOf(this.#of, same);
    return same;
  }

  /** Returns the projects that are new or changed. */
  news(items: readonly ProjectView[]): readonly ProjectView[] {
    return items.flatMap((project) => {
      const at = this.#places.get(project.id);
      const known = at === undefined ? undefined : this.#projects[at];
      const same = this.same(project);
      return same === known ? [] : [same];
    });
  }

  /** All that are known, what is new below. */
  all(): readonly ProjectView[] {
    return this.#projects.slice();
  }

  makeRows(items: readonly ProjectView[]): Promise<void> {
    return makeRows(this.#of, items);
  }

  #add(project: ProjectView): void {
    this.#places.set(project.id, this.#projects.length);
    this.#projects.push(project);
  }
}

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

/** A list that is longer is shown anew once a second, and not with each of its pages. */
const LONG = 5_000;
const PAUSE = 1_000;

/** Returns the operation that reads a page of a list. */
export const projectPage = ({ accountId, scope, organizationId }: ListOf, cursor: string | null = null) =>
  ({ kind: "projectPage", accountId, scope, organizationId, cursor }) as const;

/** Reads page after page, and shows each as it comes. */
async function readPages(client: QueryClient, list: ListOf): Promise<ReadList> {
  const queryKey = pagesKey(list);
  const show = (read: ReadList) => client.setQueryData<ReadList>(queryKey, read);
  const goesOn = () => client.getQueryData<ReadList>(queryKey)?.seen === read.seen;

  let read = await beginning(client, list);
  show(read);
  const known = await Known.of(client, list, read.items);
  // The known projects are the shown ones as long as nothing else changes the list.
  let shown: ReadList["items"] | undefined = read.items;
  let unseen = read.items.length;
  let [news, unavailable, loaded]: [ProjectView[], string[], number] = [[], [], 0];
  let shownAt = currentTime();
  let cursor: string | null = null;
  do {
    const page: ProjectPageView = await call(projectPage(list, cursor));
    // Stops when another read of this list has started.
    if (!goesOn()) return read;
    renewRecords(client, list.accountId, page.items);
    for (const { id } of page.items) {
      if (!read.seen.has(id) && known.has(id)) unseen -= 1;
      read.seen.add(id);
    }
    news.push(...known.news(page.items));
    unavailable.push(...page.unavailable);
    loaded += page.items.length;
    cursor = page.next;
    if (cursor !== null && read.items.length > LONG && currentTime() - shownAt < PAUSE) continue;
    const now = client.getQueryData<ReadList>(queryKey) ?? read;
    if (now.items !== shown) shown = undefined;
    read = withPage(now, news, unavailable, loaded, shown && (() => known.all()));
    shown &&= read.items;
    [news, unavailable, loaded] = [[], [], 0];
    shownAt = currentTime();
    if (cursor !== null) show(read);
  } while (cursor !== null);
  const isAllSeen = shown !== undefined && unseen === 0 && read.unavailable.length === 0;
  return isAllSeen ? { ...read, whole: true, asOf: undefined } : wholeOf(read);
}

/** Returns the list to show before the first page arrives: the last read, else the core's cached list. */
async function beginning(client: QueryClient, list: ListOf): Promise<ReadList> {
  const begun = { loaded: 0, whole: false, unavailable: [], seen: new Set<string>() };
  // The query cache may be older than the last read, so that it is only the fallback.
  const kept = await client
    .fetchQuery({ ...cachedQuery(list), staleTime: 0 })
    .catch(() => client.getQueryData<KeptList | null>(cachedKey(list)) ?? null);
  const before = client.getQueryState<ReadList>(pagesKey(list));
  if (before?.data && before.data.items.length > 0) {
    // After a complete read the core's list is the same, without what was deleted here since. A shorter one than the core's
    // began with the first rows alone, as the rest could not be read.
    const isKept = before.data.whole || before.data.items.length < (kept?.items.length ?? 0);
    const items = isKept && kept ? kept.items : before.data.items;
    return { ...begun, items, asOf: before.data.asOf ?? before.dataUpdatedAt };
  }
  return { ...begun, items: kept?.items ?? [], asOf: kept ? instantOf(kept.asOf) : undefined };
}

/** The list with a page over it, or with what is news in the `loaded` projects of some. */
export function withPage(
  read: ReadList,
  items: readonly ProjectView[],
  unavailable: readonly string[],
  loaded = items.length,
  all?: () => ReadList["items"],
): ReadList {
  const said = { loaded: read.loaded + loaded, unavailable: [...read.unavailable, ...unavailable] };
  if (items.length === 0) return { ...read, ...said };
  // A caller that has all projects at hand saves the search for the changed ones.
  if (all) return { ...read, ...said, items: all() };
  const fresh = new Map(items.map((project) => [project.id, project]));
  for (const id of fresh.keys()) read.seen.add(id);
  let changed = false;
  const known = read.items.map((before) => {
    const project = fresh.get(before.id);
    if (!project) return before;
    fresh.delete(before.id);
    const same = replaceEqualDeep(before, project);
    if (same !== before) changed = true;
    return same;
  });
  // A page without news keeps the same array, so that nothing is sorted or drawn again.
  const isNew = changed || fresh.size > 0;
  return { ...read, ...said, items: isNew ? [...known, ...fresh.values()] : read.items };
}

/** The list after its last page: ids that no page had are removed, unless the platform could not look them up. */
export function wholeOf(read: ReadList): ReadList {
  const late = new Set(read.unavailable);
  const left = read.items.filter(({ id }) => read.seen.has(id) || late.has(id));
  const items = left.length === read.items.length ? read.items : left;
  const old = late.size > 0 && items.some(({ id }) => !read.seen.has(id));
  return { ...read, items, whole: true, asOf: old ? read.asOf : undefined };
}
