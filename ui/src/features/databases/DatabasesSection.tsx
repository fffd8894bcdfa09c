import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { databasesQuery } from "@/data/queries";
import { Instant } from "@/features/base/Instant";
import { COMMON } from "@/features/base/words";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { DatabaseView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenusOf } from "@/kit/action/rowMenus";
import { useActionSurroundings, usePublish } from "@/kit/action/useActions";
import { EmptyState } from "@/kit/state/EmptyState";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { useOpenRow } from "@/kit/table/useOpenRow";
import styles from "./Data.module.css";
import { ListState } from "./ListState";
import type { Selected } from "./selected";
import type { DatabaseSubject, OnBranch } from "./subjects";
import { DATABASES } from "./words";

interface DatabasesSectionProps {
  at: OnBranch;
  selected: Selected | undefined;
  onSelect(selected: Selected): void;
}

const nameOf = ({ name }: DatabaseView) => name;

/** The databases of a branch. */
export function DatabasesSection({ at, selected, onSelect }: DatabasesSectionProps) {
  const columns = useMemo(() => databaseColumns(at.accountId), [at.accountId]);
  const databases = useQuery(databasesQuery(at.accountId, at.projectId, at.branchId));
  const { registry, tools } = useActionSurroundings();
  const subjectOf = useCallback((database: DatabaseView): DatabaseSubject => ({ ...at, database }), [at]);
  const name = selected?.kind === "database" ? selected.name : undefined;
  const rows = useMemo(() => byName(databases.data), [databases.data]);
  const { row, gone } = useOpenRow(rows, nameOf, name);
  const current = useMemo(() => row && subjectOf(row), [row, subjectOf]);
  usePublish("database", current, gone);
  const open = (database: DatabaseView) =>
    void registry.find("database.connect")?.run({ database: subjectOf(database) }, tools);
  return (
    <section className={styles.section} aria-label={DATABASES.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{DATABASES.title}</h2>
        <CopyAsButton
          size="small"
          title={DATABASES.call(at.branchName)}
          operation={databasesQuery(at.accountId, at.projectId, at.branchId).operation}
          json={rows?.length ? rows : undefined}
        />
        <ActionButton action="database.new" context={{ data: at }} icon="plus" short />
      </header>
      <ListState query={databases} words={DATABASES} />
      {rows?.length === 0 && (
        <EmptyState
          icon="database"
          title={DATABASES.none}
          actions={<ActionButton action="database.new" context={{ data: at }} tone="primary" />}
        >
          {DATABASES.noneText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table
          label={DATABASES.of(at.branchName)}
          layout={DATABASES.loading}
          columns={columns}
          rows={rows}
          rowKey={nameOf}
          selected={name}
          onSelect={(row) => onSelect({ kind: "database", name: row.name })}
          onOpen={open}
          {...rowMenusOf("database", (row) => row.name, subjectOf)}
        />
      )}
    </section>
  );
}

function byName(list: readonly DatabaseView[] | undefined) {
  return list && [...list].sort((one, other) => one.name.localeCompare(other.name));
}

const databaseColumns = (accountId: string): ReadonlyArray<Column<DatabaseView>> => [
  {
    id: "name",
    header: COMMON.name,
    width: "minmax(160px, 1.4fr)",
    takes: ({ name }) => wordsWidth(name),
    cell: ({ name }) => <RowName name={name} />,
  },
  {
    id: "owner",
    header: COMMON.owner,
    width: "minmax(120px, 1fr)",
    cell: ({ owner }) => (
      <span className={styles.cut} title={owner}>
        {owner}
      </span>
    ),
  },
  {
    id: "updated",
    header: COMMON.updated,
    width: "110px",
    wideOnly: true,
    cell: ({ updatedAt }) => <Instant at={updatedAt} clock={{ account: accountId }} />,
  },
  {
    id: "created",
    header: COMMON.created,
    width: "110px",
    cell: ({ createdAt }) => <Instant at={createdAt} clock={{ account: accountId }} />,
  },
];
