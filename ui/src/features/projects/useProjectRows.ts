import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { AccountView, ProjectScope, ProjectView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import type { Sort } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";
import { cachedQuery, type KeptList, pagesQuery, type ReadList } from "./lists";
import { keyOf, type ProjectRow, rowsOfList } from "./rows";

const NONE: readonly ProjectView[] = [];

/** One list of projects as it can be shown now. */
export interface ShownList {
  items: readonly ProjectView[];
  /** How many more are kept and on their way here; `items` are the first by name until then. */
  coming: number;
  /** How many projects an unfinished or failed read has loaded; absent when the list is complete or nothing was read. */
  loaded: number | undefined;
  /** Nothing to show yet, and a read is under way. */
  pending: boolean;
  reading: boolean;
  /** The age of the list, as a time, where it is not up to date. */
  asOf: number | undefined;
  unavailable: readonly string[];
  error: Error | null;
  again(): void;
}

/**
 * A list of an account's projects: the cached one at once, then page by page the platform's. While no request can be sent
 * for the account, the cached one alone.
 */
export function useProjectList(
  account: AccountView | undefined,
  scope: ProjectScope,
  organizationId: string | null,
  wanted: boolean,
): ShownList {
  const list = { accountId: account?.id ?? "", scope, organizationId };
  const enabled = wanted && account !== undefined;
  const kept = useQuery({ ...cachedQuery(list), enabled });
  const pages = useQuery({ ...pagesQuery(list), enabled: enabled && account.state === "ready" });
  const { data, dataUpdatedAt, isFetching, refetch } = pages;
  const error = useStandingError(`${list.accountId}/${scope}/${organizationId}`, pages);
  return shownList(enabled, kept, { data, dataUpdatedAt, isFetching, refetch, error });
}

/** Why the list could not be read last. A try that is under way does not take it away: what stands above the rows would come and go. */
function useStandingError(list: string, { isFetching, error }: Pick<UseQueryResult, "isFetching" | "error">) {
  const last = useRef({ list, error });
  if (last.current.list !== list || !isFetching) last.current = { list, error };
  return last.current.error;
}

/** The cached list and the read one as one list. */
export function shownList(
  wanted: boolean,
  kept: Pick<
    UseQueryResult<KeptList | null>,
    "data" | "dataUpdatedAt" | "isPending" | "isFetching" | "error" | "refetch"
  >,
  pages: Pick<UseQueryResult<ReadList>, "data" | "dataUpdatedAt" | "isFetching" | "error" | "refetch">,
): ShownList {
  const read = pages.data;
  // The core applies changes made here to its list, so after a complete read the newer of the two is right.
  const cachedIsNewer =
    read?.whole === true && kept.data?.whole === true && kept.dataUpdatedAt > pages.dataUpdatedAt;
  const list = read && !cachedIsNewer ? undefined : kept.data;
  const shown = list?.items ?? read?.items ?? NONE;
  const coming = list?.whole === false ? list.total - list.items.length : 0;
  const failed = coming > 0 && kept.error !== null ? kept : pages;
  return {
    items: shown,
    coming,
    loaded: read && !read.whole ? read.loaded : undefined,
    pending:
      wanted &&
      shown.length === 0 &&
      (pages.isFetching || (!read && kept.isPending) || (coming > 0 && kept.isFetching)),
    reading: pages.isFetching || (coming > 0 && kept.isFetching),
    asOf: read ? read.asOf : kept.data ? instantOf(kept.data.asOf) : undefined,
    unavailable: unavailableOf(read),
    error: failed.isFetching && !read && !kept.data ? null : failed.error,
    again: () => void failed.refetch(),
  };
}

function unavailableOf(read: ReadList | undefined): readonly string[] {
  return read?.unavailable ?? [];
}

/** Whether there is nothing to show yet for a filter and an order, and it is on its way. */
export function isPending(
  lists: readonly ShownList[],
  rows: readonly ProjectRow[],
  filter: string,
  { column, direction }: Sort,
): boolean {
  if (rows.length === 0 && lists.some((list) => list.pending)) return true;
  // The first rows by name say nothing about the first in another order, or about what fits a filter.
  const areFirst = filter.trim() === "" && column === "name" && direction === "ascending";
  return !areFirst && lists.some(({ coming, reading }) => coming > 0 && reading);
}

/** Own and shared projects as one list of rows; one that is in both is the account's own. */
export function useRows(account: AccountView, own: ShownList, shared: ShownList): readonly ProjectRow[] {
  return useMemo(() => rowsOf(account, own.items, shared.items), [account, own.items, shared.items]);
}

export function rowsOf(
  { id, isReadOnly }: Pick<AccountView, "id" | "isReadOnly">,
  own: readonly ProjectView[],
  shared: readonly ProjectView[],
): readonly ProjectRow[] {
  // Of two lists of which one is long, the other one's ids are few.
  const theirs = new Set(shared.map((project) => project.id));
  if (theirs.size > 0) for (const project of own) theirs.delete(project.id);
  const others = theirs.size === shared.length ? shared : shared.filter((project) => theirs.has(project.id));
  const of = { accountId: id, isReadOnly };
  const mine = rowsOfList({ ...of, shared: false }, own);
  return others.length === 0 ? mine : [...mine, ...rowsOfList({ ...of, shared: true }, others)];
}

/** The row that is selected, by its key: what actions of a project are about. */
export function useSelectedProject(rows: readonly ProjectRow[], first?: string) {
  const [selected, setSelected] = useState(first);
  const found = useMemo(
    () => (selected === undefined ? undefined : rows.find((row) => keyOf(row) === selected)),
    [rows, selected],
  );
  usePublish("project", found);
  return [selected, setSelected] as const;
}
