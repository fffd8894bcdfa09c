import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { nameKey } from "@/features/base/nameKey";
import { type Ticked, useTicked } from "@/features/base/useTicked";
import type { AccountView, KeyRowView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import type { Sort } from "@/kit/table/columns";
import { useShownList } from "@/kit/table/longLists";
import { useOpenRow } from "@/kit/table/useOpenRow";
import { instantOf } from "@/time/clock";
import { keysQuery } from "./queries";
import type { KeySubject, KeysAt, KeysSubject } from "./subjects";
import { KEYWORDS } from "./words";

const NONE: readonly KeyRowView[] = [];
export const keyOf = ({ key }: KeyRowView) => key.id;
const NEWEST: Sort = { column: "created", direction: "descending" };

/** A list of keys as it is shown: read, filtered, in order. `id`: the key that is selected first. */
export function useKeyList(account: AccountView, at: KeysAt, id?: string) {
  const query = useQuery({
    ...keysQuery(at.accountId, at.organizationId),
    enabled: account.state === "ready",
  });
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<Sort>(NEWEST);
  const [selected, setSelected] = useState(id);
  const projectId = at.project?.id;
  const data = useShownList(query.data);
  const rows = useMemo(() => {
    const all = data ?? NONE;
    return projectId === undefined ? all : all.filter(({ key }) => key.projectId === projectId);
  }, [data, projectId]);
  // Typing goes before drawing: the list follows what is typed as fast as it can.
  const wanted = useDeferredValue(filter);
  const inOrder = useMemo(() => sorted(rows, sort), [rows, sort]);
  const shown = useMemo(() => filtered(inOrder, wanted), [inOrder, wanted]);
  const ticked = useTicked(inOrder, shown, keyOf);
  const subject = useSubject(at, inOrder, shown, ticked);
  usePublish("apiKeys", subject);
  const subjectOf = useSubjects(at);
  const { row: open, gone } = useOpenRow(data && rows, keyOf, selected);
  usePublish("apiKey", open && subjectOf(open), gone);
  return {
    at,
    query,
    /** What was read, as it is shown. */
    data,
    rows,
    shown,
    filter,
    /** The filter that `shown` follows. */
    shownFilter: wanted,
    setFilter,
    sort,
    setSort,
    selected,
    /** Whether it was opened for one of its keys. */
    openedFor: id !== undefined,
    setSelected,
    ticked,
    subject,
    subjectOf,
  };
}

/** What a row's menu is about: the same thing as long as the row is the same. */
function useSubjects(at: KeysAt): (row: KeyRowView) => KeySubject {
  return useMemo(() => {
    const made = new WeakMap<KeyRowView, KeySubject>();
    return (row) => {
      const subject = made.get(row) ?? { ...at, row };
      made.set(row, subject);
      return subject;
    };
  }, [at]);
}

export type KeyListView = ReturnType<typeof useKeyList>;

function useSubject(
  at: KeysAt,
  rows: readonly KeyRowView[],
  shown: readonly KeyRowView[],
  ticked: Ticked<KeyRowView>,
): KeysSubject {
  // Read when it is copied, so that the list is not published anew with every key that is typed.
  const latest = useRef({ shown, ticked });
  latest.current = { shown, ticked };
  const ids = useMemo(() => ticked.rows.map(({ key }) => key.id), [ticked.rows]);
  return useMemo(
    () => ({
      ...at,
      shown: () => latest.current.shown,
      ticked: ids,
      unused: rows.filter(({ isUnused }) => isUnused).map(({ key }) => key.id),
      tick: (next: readonly string[]) => latest.current.ticked.only(next),
    }),
    [at, rows, ids],
  );
}

const texts = new WeakMap<KeyRowView, string>();

/** What a key is found by, in lower case; worked out once for each. */
function textOf(row: KeyRowView): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { name, id, createdBy, projectId, lastUsedFrom } = row.key;
  const users = row.usedBy.map((user) => user.name);
  const marks = row.isUnused ? KEYWORDS.unused : [];
  const text = [name, id, createdBy, projectId, lastUsedFrom, ...users, ...marks].join("\n").toLowerCase();
  texts.set(row, text);
  return text;
}

/** The keys that hold every word of the filter in name, id, creator, project, address or mark. */
function filtered(rows: readonly KeyRowView[], filter: string): readonly KeyRowView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

type Value = string | number | undefined;

const VALUES: Record<string, (row: KeyRowView) => Value> = {
  name: ({ key }) => nameKey(key.name),
  kind: ({ key }) => key.projectId ?? "",
  creator: ({ key }) => (key.createdBy === null ? undefined : nameKey(key.createdBy)),
  created: ({ key }) => moment(key.createdAt),
  used: ({ key }) => moment(key.lastUsedAt),
};

/** Keys in the order of a column. Those without a value there come last either way. */
function sorted(rows: readonly KeyRowView[], { column, direction }: Sort): readonly KeyRowView[] {
  const sign = direction === "ascending" ? 1 : -1;
  const keyed: Keyed[] = rows.map((row) => ({ row, value: VALUES[column]?.(row) }));
  keyed.sort((a, b) => {
    const { value: one } = a;
    const { value: other } = b;
    const byName = () => compared(nameOf(a), nameOf(b));
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined) || byName();
    }
    return sign * compared(one, other) || byName();
  });
  return keyed.map(({ row }) => row);
}

interface Keyed {
  row: KeyRowView;
  value: Value;
  name?: string;
}

/** Worked out for those only that are alike by the column. */
function nameOf(keyed: Keyed): string {
  keyed.name ??= nameKey(keyed.row.key.name);
  return keyed.name;
}

function compared(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function moment(instant: string | null): number | undefined {
  return instant === null ? undefined : instantOf(instant);
}
