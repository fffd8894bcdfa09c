import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClockOffsets } from "@/data/clockOffset";
import type { ActivityFilter, TrackedOperationView } from "@/ipc/generated";
import { filtered, type HistoryFilter, logFilterOf, wantsOperations } from "./filter";
import { actionItem, idOf, merged, operationItem } from "./items";
import { activityQuery } from "./queries";

/** A list of which older parts can be loaded. */
export interface Older {
  /** The oldest of it that is loaded, in milliseconds since 1970. */
  to: number;
  load(): void;
  busy: boolean;
}

/** The operations that are known. */
export interface KnownOperations {
  rows: readonly TrackedOperationView[];
  isPending: boolean;
  failure?: { error: Error; onRetry(): void } | undefined;
  older?: Older | undefined;
}

/** What fits the filter, of both kinds, and what of it is open. */
export function useItems(operations: KnownOperations, filter: HistoryFilter, openId: string | undefined) {
  const offsets = useClockOffsets();
  const logFilter = logFilterOf(filter);
  const log = useLog(logFilter);
  const { rows } = operations;
  const known = useMemo(() => rows.map((row) => operationItem(row, offsets)), [rows, offsets]);
  const actions = useMemo(() => log.entries.map(actionItem), [log.entries]);
  const fitting = useMemo(() => new Set(filtered(rows, filter)), [rows, filter]);
  const sources = [wantsOperations(filter) ? operations.older : undefined, log.older].filter(
    (each) => each !== undefined,
  );
  const loadedTo = sources.length > 0 ? Math.max(...sources.map(({ to }) => to)) : undefined;
  const items = useMemo(() => {
    const operationItems = known.filter((item) => item.kind === "operation" && fitting.has(item.row));
    return merged(operationItems, actions, loadedTo);
  }, [known, actions, fitting, loadedTo]);
  const open = useMemo(
    () => (openId === undefined ? undefined : [...known, ...actions].find((item) => idOf(item) === openId)),
    [known, actions, openId],
  );
  // Those that reach back least hide what the others have already.
  const due = sources.filter(({ to }) => to === loadedTo);
  const older =
    loadedTo === undefined
      ? undefined
      : {
          to: loadedTo,
          load: () => {
            for (const { load } of due) load();
          },
          busy: due.some(({ busy }) => busy),
        };
  return { items, open, log, older };
}

const NO_ENTRIES: readonly never[] = [];

/** The loaded part of the activity log; nothing without a filter. */
function useLog(filter: ActivityFilter | undefined) {
  const log = useInfiniteQuery({ ...activityQuery(filter ?? {}), enabled: filter !== undefined });
  const pages = filter && log.data?.pages;
  const entries = useMemo(() => pages?.flatMap(({ items }) => items) ?? NO_ENTRIES, [pages]);
  const oldest = entries.at(-1);
  const older: Older | undefined =
    oldest && log.hasNextPage
      ? {
          to: actionItem(oldest).at,
          load: () => void log.fetchNextPage(),
          busy: log.isFetchingNextPage,
        }
      : undefined;
  const failure =
    filter && log.error
      ? {
          error: log.error,
          onRetry: () => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch()),
        }
      : undefined;
  // What fitted the filter before says nothing of what fits now.
  const isPending = filter !== undefined && (log.isPending || log.isPlaceholderData);
  return { entries, older, failure, isPending };
}
