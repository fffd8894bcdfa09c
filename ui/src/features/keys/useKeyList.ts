import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { AccountView, KeyRowView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import type { Sort } from "@/kit/table/columns";
import type { KeySubject, KeysAt, KeysSubject } from "./places";
import { keysQuery } from "./queries";
import { filtered, sorted } from "./rows";
import { useTickedKeys } from "./useTickedKeys";

const NONE: readonly KeyRowView[] = [];
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
  const rows = useMemo(() => {
    const all = query.data ?? NONE;
    return projectId === undefined ? all : all.filter(({ key }) => key.projectId === projectId);
  }, [query.data, projectId]);
  // Typing goes before drawing: the list follows what is typed as fast as it can.
  const wanted = useDeferredValue(filter);
  const inOrder = useMemo(() => sorted(rows, sort), [rows, sort]);
  const shown = useMemo(() => filtered(inOrder, wanted), [inOrder, wanted]);
  const ticked = useTickedKeys(rows, shown);
  const subject = useSubject(at, rows, shown, ticked);
  usePublish("apiKeys", subject);
  const subjects = useMemo(() => new Map(rows.map((row) => [row.key.id, { ...at, row }])), [at, rows]);
  /** What a row's menu is about: the same thing as long as the row is the same. */
  const subjectOf = (row: KeyRowView): KeySubject => subjects.get(row.key.id) ?? { ...at, row };
  usePublish("apiKey", selected === undefined ? undefined : subjects.get(selected));
  return {
    at,
    query,
    rows,
    shown,
    filter,
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

export type KeyList = ReturnType<typeof useKeyList>;

function useSubject(
  at: KeysAt,
  rows: readonly KeyRowView[],
  shown: readonly KeyRowView[],
  ticked: ReturnType<typeof useTickedKeys>,
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
