import type { ActivityView, TrackedOperationView } from "@/ipc/generated";
import { instantOf } from "@/time/clock";
import { type HistoryItem, type Offsets, titleOf } from "./items";
import { type Standing, standingOf, takenOf } from "./operation";
import { failedBarWords, outcomeWords, takenWords, words } from "./words";

/** What a bar's colour says. */
type BarLook = Standing | "warning";

/** One item on the axis, in milliseconds since 1970 by this machine's clock. */
export interface Bar {
  item: HistoryItem;
  start: number;
  end: number;
  look: BarLook;
  /** "Start compute · 8 s". */
  label: string;
}

/** What happened one after the other on one thing: a branch with its computes, the project itself, an account. */
export interface Lane {
  key: string;
  kind: "branch" | "project" | "own";
  name: string;
  /** The oldest first. */
  bars: readonly Bar[];
}

/** A project, or an account or place where something was done outside of any project. */
export interface LaneGroup {
  key: string;
  name: string;
  /** The account of a project. */
  account?: string;
  accountId?: string;
  projectId?: string;
  lanes: readonly Lane[];
}

/** The time that is shown, and the present. */
export interface Shown {
  from: number;
  to: number;
  now: number;
}

/**
 * What happened within a time, by project and branch; where something happened last comes first. One's own action is left
 * out where the operations that it started stand for it.
 */
export function lanesOf(
  items: readonly HistoryItem[],
  { from, to, now }: Shown,
  offsets: Offsets,
): readonly LaneGroup[] {
  const known = new Set(items.map((item) => (item.kind === "operation" ? item.row.operation.id : "")));
  const names = namesOf(items);
  const bars = items
    .filter((item) => item.kind === "operation" || !item.entry.operationIds.some((id) => known.has(id)))
    .map((item) => barOf(item, now, offsets))
    .filter(({ start, end }) => end >= from && start <= to);
  return grouped(bars, groupKey).map(([key, ofGroup]): LaneGroup => {
    const { accountId, projectId, place } = whereOf(ofGroup[0]?.item);
    const lanes = lanesOfGroup(ofGroup, projectId !== null);
    // Settings, for one, belong to no account and no place.
    if (projectId === null || accountId === null) return { key, name: place || words.thisApp, lanes };
    const name = names.get(key) ?? projectPart(ofGroup) ?? projectId;
    return { key, name, account: place, accountId, projectId, lanes };
  });
}

/** Where an item belongs on the axis. */
function barOf(item: HistoryItem, now: number, offsets: Offsets): Bar {
  if (item.kind === "action") {
    const label = [titleOf(item), ownSubject(item.entry), outcomeWords(item.entry)]
      .filter(Boolean)
      .join(" · ");
    return { item, start: item.at, end: item.at, look: OUTCOMES[item.entry.outcome], label };
  }
  const { operation } = item.row;
  const look = standingOf(operation);
  const end = Math.max(item.at, endOf(item.row, item.at, now));
  return { item, start: item.at, end, look, label: labelOf(item.row, look, now, offsets) };
}

/** What an action outside of any project was about, such as the setting that was changed: its lane does not say it. */
const ownSubject = ({ projectId, subject, place }: ActivityView) =>
  projectId === null && subject !== place ? subject : "";

const OUTCOMES: Record<ActivityView["outcome"], BarLook> = {
  done: "done",
  failed: "failed",
  unclear: "warning",
  cancelled: "ended",
};

/** When it ended, or until when it went on so far; one that waits for its next try stands still. */
function endOf(row: TrackedOperationView, start: number, now: number): number {
  const { operation, endedAt } = row;
  const { createdAt, updatedAt } = operation;
  if (operation.isOver) {
    // An hour of a clock that was moved may have passed in a second of this one.
    const latest = endedAt === null ? now : instantOf(endedAt);
    return Math.min(start + (takenOf(row, now) ?? 0), latest);
  }
  if (standingOf(operation) !== "failed") return now;
  const tried = createdAt === null || updatedAt === null ? 0 : instantOf(updatedAt) - instantOf(createdAt);
  return Math.min(start + tried, now);
}

function labelOf(row: TrackedOperationView, look: BarLook, now: number, offsets: Offsets): string {
  const { operation, accountId } = row;
  const { actionWord, statusWord, retryAt, isOver } = operation;
  if (look === "failed") {
    const retry = retryAt === null || isOver ? undefined : instantOf(retryAt) - offsets(accountId) - now;
    return `${actionWord} · ${failedBarWords(retry)}`;
  }
  const taken = takenOf(row, now);
  const ended = look === "ended" || taken === undefined;
  return `${actionWord} · ${ended ? statusWord.toLowerCase() : takenWords(taken, isOver)}`;
}

function whereOf(item: HistoryItem | undefined) {
  if (item?.kind === "operation") {
    const { accountId, accountName, operation } = item.row;
    return { accountId, projectId: operation.projectId, place: accountName ?? accountId };
  }
  const { accountId = null, projectId = null, place = "" } = item?.entry ?? {};
  return { accountId, projectId, place };
}

function groupKey({ item }: Bar): string {
  const { accountId, projectId, place } = whereOf(item);
  return accountId !== null && projectId !== null ? `${accountId}/${projectId}` : `place ${place}`;
}

/** What the projects are called, as far as an operation of them says so. */
function namesOf(items: readonly HistoryItem[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== "operation" || item.row.projectName === null) continue;
    names.set(`${item.row.accountId}/${item.row.operation.projectId}`, item.row.projectName);
  }
  return names;
}

/** The project itself, then each branch, in a steady order. */
function lanesOfGroup(bars: readonly Bar[], isProject: boolean): readonly Lane[] {
  const ids = branchIdsOf(bars);
  return grouped(bars, ({ item }) =>
    item.kind === "operation" ? (item.row.operation.branchId ?? "") : (ids.get(branchPart(item.entry)) ?? ""),
  )
    .map(([branchId, ofLane]): Lane => {
      const kind = branchId !== "" ? "branch" : isProject ? "project" : "own";
      const name =
        kind === "branch"
          ? branchName(ofLane, branchId)
          : kind === "project"
            ? words.project
            : words.yourActions;
      return { key: branchId, kind, name, bars: [...ofLane].sort((a, b) => a.start - b.start) };
    })
    .sort((a, b) => order(a).localeCompare(order(b)));
}

const order = ({ kind, name, key }: Lane): string => `${kind === "branch" ? 1 : 0} ${name} ${key}`;

/** The ids of a project's branches by name, as far as its operations tell; the newest branch of a name counts. */
function branchIdsOf(bars: readonly Bar[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { item } of [...bars].sort((a, b) => a.start - b.start)) {
    if (item.kind !== "operation") continue;
    const { branchName, operation } = item.row;
    if (branchName !== null && operation.branchId !== null) ids.set(branchName, operation.branchId);
  }
  return ids;
}

/** The project's name in the subject of its newest action: "shop-prod" in "shop-prod / import". */
function projectPart(bars: readonly Bar[]): string | undefined {
  const newest = [...bars].sort((a, b) => b.start - a.start);
  for (const { item } of newest) {
    if (item.kind === "action" && item.entry.subject !== "") return item.entry.subject.split(" / ")[0];
  }
  return undefined;
}

/** The branch in the subject of an action: "shop-prod / import", "shop-prod / import / svcdb". */
const branchPart = ({ subject }: ActivityView): string => subject.split(" / ")[1] ?? "";

function branchName(bars: readonly Bar[], branchId: string): string {
  for (const { item } of bars) {
    if (item.kind === "operation" && item.row.branchName !== null) return item.row.branchName;
  }
  return branchId;
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Array<[string, Row[]]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}
