import type { ActivityView, TrackedOperationView } from "@/ipc/generated";
import { instantOf } from "@/time/clock";

/** One line of the history: an operation of a platform, or something that was done here. `at`: when it began. */
export type HistoryItem =
  | { kind: "operation"; key: string; at: number; row: TrackedOperationView }
  | { kind: "action"; key: string; at: number; entry: ActivityView };

/** How far the clock of an account is ahead of this machine's, in milliseconds. */
export type Offsets = (accountId: string) => number;

/** What an address calls it. */
export const idOf = (item: HistoryItem): string =>
  item.kind === "operation" ? item.row.operation.id : item.key;

export const titleOf = (item: HistoryItem): string =>
  item.kind === "operation" ? item.row.operation.actionWord : item.entry.action;

export function operationItem(row: TrackedOperationView, offsets: Offsets): HistoryItem {
  const key = `${row.accountId}/${row.operation.id}`;
  return { kind: "operation", key, at: startOf(row, offsets), row };
}

export function actionItem(entry: ActivityView): HistoryItem {
  return { kind: "action", key: `action-${entry.id}`, at: instantOf(entry.at), entry };
}

/**
 * When an operation began, by this machine's clock. That of a click was read with the click's reply; its own instant may be
 * by a clock that was moved since.
 */
function startOf({ accountId, clicked, operation, since }: TrackedOperationView, offsets: Offsets): number {
  const followed = instantOf(since);
  if (clicked || operation.createdAt === null) return followed;
  return Math.min(followed, instantOf(operation.createdAt) - offsets(accountId));
}

/**
 * Both as one list, the newest first. A click is logged when it has ended and stands where it began, right below what it began:
 * that has one instant, and stands by its name, as nothing says in which order it was begun. What is older than `loadedTo` is left out until the rest around it is loaded, but for
 * what still goes on: a list that grows at its end only.
 */
export function merged(
  operations: readonly HistoryItem[],
  actions: readonly HistoryItem[],
  loadedTo: number | undefined,
): readonly HistoryItem[] {
  const all = [...operations, ...whereBegun(actions, operations)];
  const shown = loadedTo === undefined ? all : all.filter((item) => item.at >= loadedTo || goesOn(item));
  return shown.sort(
    (a, b) =>
      b.at - a.at ||
      b.kind.localeCompare(a.kind) ||
      titleOf(b).localeCompare(titleOf(a)) ||
      a.key.localeCompare(b.key),
  );
}

function whereBegun(actions: readonly HistoryItem[], operations: readonly HistoryItem[]): HistoryItem[] {
  const begun = new Map(operations.map((item) => [idOf(item), item.at]));
  return actions.map((item) => {
    if (item.kind === "operation") return item;
    const first = item.entry.operationIds.map((id) => begun.get(id) ?? item.at);
    return { ...item, at: Math.min(item.at, ...first) };
  });
}

const goesOn = (item: HistoryItem): boolean => item.kind === "operation" && !item.row.operation.isOver;
