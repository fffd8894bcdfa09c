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
  /** How far a reading that goes on or broke off has come; absent when all is there, or nothing was read yet. */
  loaded: number | undefined;
  /** Nothing to show yet, and something is on its way. */
  pending: boolean;
  reading: boolean;
  /** From when what is shown is, where it is not of now. */
  asOf: number | undefined;
  unavailable: readonly string[];
  error: Error | null;
  again(): void;
}

/**
 * A list of an account's projects: what is kept at once, then page by page what the platform says. While the account
 * cannot be asked, what is kept.
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

/** What is kept of a list and what was read of it as one. */
export function shownList(
  wanted: boolean,
  kept: Pick<UseQueryResult<CachedProjectsView | null>, "data" | "dataUpdatedAt" | "isPending">,
  pages: Pick<UseQueryResult<ReadList>, "data" | "dataUpdatedAt" | "isFetching" | "error" | "refetch">,
): ShownList {
  const read = pages.data;
  // The core's list follows what is done here, so after a reading has ended the newer of the two is right.
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
