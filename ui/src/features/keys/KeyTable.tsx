import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { useClockOffset } from "@/data/clockOffset";
import type { Look } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { COMMON } from "@/features/base/words";
import { cachedQuery } from "@/features/projects/lists";
import type { KeyRowView } from "@/ipc/generated";
import { rowMenusOf } from "@/kit/action/rowMenus";
import { LookPill } from "@/kit/data/Pill";
import { type Column, type WordsWidth, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { currentTime } from "@/time/clock";
import styles from "./Keys.module.css";
import type { KeysAt } from "./subjects";
import { type KeyListView, keyOf } from "./useKeyList";
import { keysWord, kindWord, TABLE, unusedLook, usedLook } from "./words";

/** The table of keys. Of many only those in sight are drawn. */
export function KeyTable({ list, selection }: { list: KeyListView; selection: ReactNode }) {
  const { at, ticked, subjectOf } = list;
  const clockOffset = useClockOffset(at.accountId);
  const projectName = useProjectNames(list);
  const successorOf = useSuccessor(list.rows);
  const columns = useMemo(() => keyColumns({ at, clockOffset, projectName }), [at, clockOffset, projectName]);
  return (
    <Table
      label={keysWord(at)}
      layout="keys"
      tall
      columns={columns}
      rows={list.shown}
      rowKey={keyOf}
      selected={list.selected}
      successorOf={successorOf}
      startsAtSelected={list.openedFor}
      onSelect={(row) => list.setSelected(keyOf(row))}
      ticked={ticked.ids}
      onTick={ticked.tick}
      selection={selection}
      sort={list.sort}
      onSort={list.setSort}
      arrangement={[list.shownFilter]}
      {...rowMenusOf("apiKey", (row) => row.key.name, subjectOf)}
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

/** What projects are called, as far as a list of them is kept. No platform is asked for it. */
function useProjectNames({ at }: KeyListView): (id: string) => string {
  const { accountId, organizationId, project } = at;
  const kept = useQuery({
    ...cachedQuery({ accountId, scope: "own", organizationId }),
    enabled: organizationId !== null && project === undefined,
  }).data;
  return useMemo(() => {
    const names = new Map((kept?.items ?? []).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }, [kept]);
}

type KeyColumn = Column<KeyRowView>;

interface Around {
  at: Pick<KeysAt, "organizationId" | "project">;
  /** How far the account's clock is ahead of this machine's, in milliseconds. */
  clockOffset: number;
  /** The names of projects, by id, as far as they are known. */
  projectName(id: string): string;
}

/**
 * The columns of a list of keys. Only an organization has keys of more than one kind. Shares of the room are whole numbers:
 * where all but one column stand at their least, a share below 1 would leave room unused.
 */
function keyColumns(around: Around): readonly KeyColumn[] {
  const { at, clockOffset } = around;
  const kinds = at.organizationId !== null && at.project === undefined;
  return [
    NAME,
    ...(kinds ? [kind(around)] : []),
    {
      id: "used",
      header: TABLE.lastUsed,
      width: "minmax(96px, 6fr)",
      takes: ({ key: { lastUsedFrom } }) => secondary(lastUsedFrom && TABLE.from(lastUsedFrom)),
      sortable: true,
      cell: ({ key: { lastUsedAt, lastUsedFrom } }) =>
        lastUsedAt === null ? (
          COMMON.never
        ) : (
          <div className="ui-lines">
            <Instant at={lastUsedAt} clock={{ ahead: clockOffset }} />
            {lastUsedFrom && (
              <small className={styles.second} title={lastUsedFrom}>
                {TABLE.from(lastUsedFrom)}
              </small>
            )}
          </div>
        ),
    },
    {
      id: "created",
      header: COMMON.created,
      width: "84px",
      sortable: true,
      cell: ({ key }) => <Instant at={key.createdAt} clock={{ ahead: clockOffset }} />,
    },
    {
      id: "creator",
      header: COMMON.createdBy,
      width: "minmax(96px, 5fr)",
      takes: ({ key }) => secondary(key.createdBy),
      wideOnly: true,
      sortable: true,
      cell: ({ key }) => key.createdBy ?? <Missing />,
    },
    {
      id: "marks",
      header: TABLE.notes,
      width: "minmax(132px, 8fr)",
      takes: (row) => secondary(notesOf(row, clockOffset)[0]?.word, PILL),
      stays: true,
      cell: (row) => <KeyNotes notes={notesOf(row, clockOffset)} />,
    },
  ];
}

/** What stands around a pill's word, in pixels. */
const PILL = 20;

/** Words that are whole where there is room, but never in the place of a name. */
const secondary = (words: string | null | undefined, around = 0): WordsWidth => ({
  name: 0,
  whole: wordsWidth("", words ?? "", around).whole,
});

const NAME: KeyColumn = {
  id: "name",
  header: COMMON.name,
  width: "minmax(132px, 10fr)",
  takes: ({ key: { id, name } }) => wordsWidth(name || id, TABLE.id(id)),
  sortable: true,
  cell: ({ key: { id, name } }) => (
    <div data-testid="key-row" data-id={id} title={name}>
      <RowName name={name || id} detail={TABLE.id(id)} />
    </div>
  ),
};

function kind({ at, projectName }: Around): KeyColumn {
  return {
    id: "kind",
    header: TABLE.access,
    width: "minmax(92px, 5fr)",
    takes: ({ key: { projectId } }) => secondary(projectId && projectName(projectId)),
    sortable: true,
    cell(row) {
      const { projectId } = row.key;
      const word = kindWord(row, at);
      return projectId === null ? (
        TABLE.allProjects
      ) : (
        <div className="ui-lines" title={projectId}>
          {word}
          <small className={styles.second}>{projectName(projectId)}</small>
        </div>
      );
    },
  };
}

/** What to know before a key is revoked: who uses it here, or that nobody ever did. */
function notesOf(row: KeyRowView, clockOffset: number): readonly Look[] {
  if (row.usedBy.length > 0) return row.usedBy.map(usedLook);
  return row.isUnused ? [unusedLook(row, currentTime() + clockOffset)] : [];
}

function KeyNotes({ notes: [first, ...more] }: { notes: readonly Look[] }) {
  if (!first) return null;
  return (
    <span className={styles.marks} title={[first, ...more].map(({ word }) => word).join("\n")}>
      <LookPill look={first} />
      {more.length > 0 && <small className="ui-faint-small">{TABLE.more(more.length)}</small>}
    </span>
  );
}
