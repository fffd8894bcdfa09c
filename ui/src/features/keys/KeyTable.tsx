import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { keptQuery } from "@/features/projects/lists";
import type { KeyRowView } from "@/ipc/generated";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { Table } from "@/kit/table/Table";
import { keyColumns } from "./columns";
import type { KeyList } from "./useKeyList";
import { keysWord } from "./words";

/** The table of keys. Of many only those in sight are drawn. */
export function KeyTable({ list }: { list: KeyList }) {
  const { at, ticked, subjectOf } = list;
  const clockOffset = useClockOffset(at.accountId);
  const projectName = useProjectNames(list);
  const successorOf = useSuccessor(list.rows);
  const columns = useMemo(() => keyColumns({ at, clockOffset, projectName }), [at, clockOffset, projectName]);
  return (
    <Table
      label={keysWord(at)}
      tall
      virtualFrom={60}
      columns={columns}
      rows={list.shown}
      rowKey={keyOf}
      selected={list.selected}
      successorOf={successorOf}
      startsAtSelected={list.openedFor}
      onSelect={(row) => list.setSelected(keyOf(row))}
      ticked={ticked.ids}
      onTick={ticked.tick}
      sort={list.sort}
      onSort={list.setSort}
      rowMenu={(row) => (
        <ActionMenu about="apiKey" subject={subjectOf(row)} label={`Actions for ${row.key.name}`} />
      )}
      contextMenu={(row) => <ActionMenuItems about="apiKey" subject={subjectOf(row)} />}
    />
  );
}

/** The key that an account has now, for the one that it had: after a rotation the former one is gone. */
function useSuccessor(rows: readonly KeyRowView[]) {
  const users = useRef(new Map<string, readonly string[]>());
  useEffect(() => {
    for (const { key, usedBy } of rows) {
      if (usedBy.length > 0) {
        users.current.set(
          key.id,
          usedBy.map(({ accountId }) => accountId),
        );
      }
    }
  }, [rows]);
  return useCallback(
    (key: string) => {
      const former = users.current.get(key);
      return rows.find(({ usedBy }) => usedBy.some(({ accountId }) => former?.includes(accountId)))?.key.id;
    },
    [rows],
  );
}

const keyOf = ({ key }: KeyRowView) => key.id;

/** What projects are called, as far as a list of them is kept. No platform is asked for it. */
function useProjectNames({ at }: KeyList): (id: string) => string {
  const { accountId, organizationId, project } = at;
  const kept = useQuery({
    ...keptQuery({ accountId, scope: "own", organizationId }),
    enabled: organizationId !== null && project === undefined,
  }).data;
  return useMemo(() => {
    const names = new Map((kept?.items ?? []).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }, [kept]);
}
