import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { PagePart } from "@/kit/layout/PagePart";
import { Skeleton } from "@/kit/state/Skeleton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Permissions.module.css";
import { type PermissionSubject, permissionsQuery, type SharedProject } from "./permissions";
import { LIST } from "./words";

const COLUMNS: ReadonlyArray<Column<PermissionSubject>> = [
  {
    id: "email",
    header: LIST.person,
    width: "minmax(160px, 1fr)",
    takes: ({ permission }) => wordsWidth(permission.email),
    cell: ({ permission }) => <RowName name={permission.email} />,
  },
  {
    id: "since",
    header: LIST.since,
    width: "110px",
    cell: ({ accountId, permission }) => (
      <Instant at={permission.grantedAt} clock={{ account: accountId }} missing="–" />
    ),
  },
];

/** Who else can use a project. */
export function PermissionsPart({ at }: { at: SharedProject }) {
  const { accountId, projectId, projectName, locked } = at;
  const list = useQuery(permissionsQuery(accountId, projectId));
  const rows = useMemo(
    () => list.data?.map((permission) => ({ accountId, projectId, projectName, locked, permission })),
    [accountId, projectId, projectName, locked, list.data],
  );
  const selection = useSelectedRow("permission", rows, ({ permission }) => permission.id);
  return (
    <PagePart title={LIST.title} about={LIST.about}>
      <div className="ui-stack">
        {list.isPending && <Skeleton label={LIST.loading} shape="text" count={2} />}
        <ReadFailure query={list} title={LIST.failed} />
        {list.error && rows && <ShownAsOf at={list.dataUpdatedAt} />}
        {rows?.length === 0 && <p className="ui-muted-small">{LIST.none}</p>}
        {rows && rows.length > 0 && (
          <div className={styles.rows}>
            <Table
              label={LIST.table}
              layout="sharing"
              columns={COLUMNS}
              rows={rows}
              {...selection}
              {...rowMenus("permission", (row) => row.permission.email)}
            />
          </div>
        )}
        <div className="ui-row-wrapping">
          <ActionButton action="sharedProject.grant" context={{ sharedProject: at }} short />
          <CopyAsButton
            accountId={accountId}
            title={LIST.call}
            call={{ kind: "listPermissions", projectId }}
          />
        </div>
      </div>
    </PagePart>
  );
}
