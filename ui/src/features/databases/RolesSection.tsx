import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listed } from "@/data/format";
import { databasesQuery, rolesQuery } from "@/data/queries";
import { Instant } from "@/features/base/Instant";
import { COMMON } from "@/features/base/words";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { DatabaseView, RoleView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { usePublish } from "@/kit/action/useActions";
import { EmptyState } from "@/kit/state/EmptyState";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { useOpenRow } from "@/kit/table/useOpenRow";
import styles from "./Data.module.css";
import { ListState } from "./ListState";
import type { Selected } from "./selected";
import type { OnBranch, RoleSubject } from "./subjects";
import { canLogIn, loginWord, ROLES } from "./words";

interface RolesSectionProps {
  at: OnBranch;
  selected: Selected | undefined;
  onSelect(selected: Selected): void;
  storesPasswords: boolean | null | undefined;
}

const nameOf = ({ role }: RoleSubject) => role.name;

/** The roles of a branch. */
export function RolesSection({ at, selected, onSelect, storesPasswords }: RolesSectionProps) {
  const query = rolesQuery(at.accountId, at.projectId, at.branchId);
  const roles = useQuery(query);
  const databases = useQuery(databasesQuery(at.accountId, at.projectId, at.branchId)).data;
  const rows = useMemo(
    () => roles.data && subjects(at, roles.data, databases ?? [], storesPasswords),
    [at, roles.data, databases, storesPasswords],
  );
  const name = selected?.kind === "role" ? selected.name : undefined;
  const { row, gone } = useOpenRow(rows, nameOf, name);
  usePublish("role", row, gone);
  return (
    <section className={styles.section} aria-label={ROLES.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{ROLES.title}</h2>
        <CopyAsButton
          size="small"
          title={ROLES.call(at.branchName)}
          operation={query.operation}
          json={roles.data?.length ? roles.data : undefined}
        />
        <ActionButton action="role.new" context={{ data: at }} icon="plus" short />
      </header>
      <ListState query={roles} words={ROLES} />
      {rows?.length === 0 && (
        <EmptyState
          icon="user"
          title={ROLES.none}
          actions={<ActionButton action="role.new" context={{ data: at }} />}
        >
          {ROLES.noneText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <RolesTable
          at={at}
          rows={rows}
          selected={name}
          onSelect={(row) => onSelect({ kind: "role", name: row.role.name })}
        />
      )}
    </section>
  );
}

interface RolesTableProps {
  at: OnBranch;
  rows: readonly RoleSubject[];
  selected: string | undefined;
  onSelect(row: RoleSubject): void;
}

function RolesTable({ at, rows, selected, onSelect }: RolesTableProps) {
  return (
    <Table
      label={ROLES.of(at.branchName)}
      layout={ROLES.loading}
      columns={ROLE_COLUMNS}
      rows={rows}
      rowKey={nameOf}
      selected={selected}
      onSelect={onSelect}
      {...MENUS}
    />
  );
}

function subjects(
  at: OnBranch,
  roles: readonly RoleView[],
  databases: readonly DatabaseView[],
  storesPasswords: boolean | null | undefined,
): RoleSubject[] {
  const sorted = [...roles].sort((one, other) => one.name.localeCompare(other.name));
  return sorted.map((role) => {
    const owns = databases.filter(({ owner }) => owner === role.name).map(({ name }) => name);
    const connectsTo = canLogIn(role) ? (owns[0] ?? databases[0]?.name) : undefined;
    return { ...at, role, owns, connectsTo, storesPasswords };
  });
}

const ROLE_COLUMNS: ReadonlyArray<Column<RoleSubject>> = [
  {
    id: "name",
    header: COMMON.name,
    width: "minmax(160px, 1.4fr)",
    takes: ({ role }) => wordsWidth(role.name),
    cell: ({ role }) => <RowName name={role.name} />,
  },
  {
    id: "owns",
    header: ROLES.owns,
    width: "minmax(120px, 1fr)",
    cell: ({ owns }) =>
      owns?.length ? (
        <span className={styles.cut} title={owns.join(", ")}>
          {listed(owns)}
        </span>
      ) : (
        <span className="ui-faint">{ROLES.ownsNothing}</span>
      ),
  },
  {
    id: "login",
    header: ROLES.login,
    width: "150px",
    cell: ({ role }) => (role.isProtected ? ROLES.managed : loginWord(role)),
  },
  {
    id: "created",
    header: COMMON.created,
    width: "110px",
    cell: ({ accountId, role }) => <Instant at={role.createdAt} clock={{ account: accountId }} />,
  },
  {
    id: "updated",
    header: COMMON.updated,
    width: "110px",
    wideOnly: true,
    optional: true,
    cell: ({ accountId, role }) => <Instant at={role.updatedAt} clock={{ account: accountId }} />,
  },
];

const MENUS = rowMenus("role", (row) => row.role.name);
