import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { AccountView, CachedProjectsView, ProjectScope, ProjectView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { instantOf } from "@/time/clock";
import { cachedQuery, pagesQuery, type ReadList } from "./lists";
import { keyOf, type ProjectRow, rowOf } from "./rows";

const NONE: readonly ProjectView[] = [];

/** One list of projects as it can be shown now. */
export interface ShownList {
  items: readonly ProjectView[];
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
  account: AccountView,
  scope: ProjectScope,
  organizationId: string | null,
  wanted: boolean,
): ShownList {
  const list = { accountId: account.id, scope, organizationId };
  const kept = useQuery({ ...cachedQuery(list), enabled: wanted });
  const pages = useQuery({ ...pagesQuery(list), enabled: wanted && account.state === "ready" });
  return shownList(wanted, kept, pages);
}

/** The cached list and the read one as one list. */
export function shownList(
  wanted: boolean,
  kept: Pick<UseQueryResult<CachedProjectsView | null>, "data" | "dataUpdatedAt" | "isPending">,
  pages: Pick<UseQueryResult<ReadList>, "data" | "dataUpdatedAt" | "isFetching" | "error" | "refetch">,
): ShownList {
  const read = pages.data;
  // The core applies changes made here to its list, so after a complete read the newer of the two is right.
  const cachedIsNewer = read?.whole === true && kept.dataUpdatedAt > pages.dataUpdatedAt;
  const shown = read && !(cachedIsNewer && kept.data) ? read.items : (kept.data?.items ?? NONE);
  return {
    items: shown,
    loaded: read && !read.whole ? read.loaded : undefined,
    pending: wanted && shown.length === 0 && (pages.isFetching || (!read && kept.isPending)),
    reading: pages.isFetching,
    asOf: read ? read.asOf : kept.data ? instantOf(kept.data.asOf) : undefined,
    unavailable: unavailableOf(read),
    error: pages.isFetching ? null : pages.error,
    again: () => void pages.refetch(),
  };
}

function unavailableOf(read: ReadList | undefined): readonly string[] {
  return read?.unavailable ?? [];
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
  const mine = new Set(own.map((project) => project.id));
  const others = mine.size === 0 ? shared : shared.filter((project) => !mine.has(project.id));
  return [
    ...own.map((project) => rowOf(id, isReadOnly, project, false)),
    ...others.map((project) => rowOf(id, isReadOnly, project, true)),
  ];
}

/** The row that is selected, by its key: what actions of a project are about. */
export function useSelectedProject(rows: readonly ProjectRow[], first?: string) {
  const [selected, setSelected] = useState(first);
  const found = useMemo(() => rows.find((row) => keyOf(row) === selected), [rows, selected]);
  usePublish("project", found);
  return [selected, setSelected] as const;
}
