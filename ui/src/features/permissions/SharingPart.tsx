import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ReadFailure } from "@/features/accounts/Failure";
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
import { type PermissionSubject, permissionsQuery, type SharedProject } from "./permissions";
import styles from "./Sharing.module.css";

const COLUMNS: ReadonlyArray<Column<PermissionSubject>> = [
  {
    id: "email",
    header: "Person",
    width: "minmax(160px, 1fr)",
    takes: ({ permission }) => wordsWidth(permission.email),
    cell: ({ permission }) => <RowName name={permission.email} />,
  },
  {
    id: "since",
    header: "Since",
    width: "110px",
    cell: ({ accountId, permission }) => (
      <Instant at={permission.grantedAt} clock={{ account: accountId }} missing="–" />
    ),
  },
];

/** Who else can use a project. */
export function SharingPart({ at }: { at: SharedProject }) {
  const { accountId, projectId, projectName, locked } = at;
  const list = useQuery(permissionsQuery(accountId, projectId));
  const rows = useMemo(
    () => list.data?.map((permission) => ({ accountId, projectId, projectName, locked, permission })),
    [accountId, projectId, projectName, locked, list.data],
  );
  const selection = useSelectedRow("permission", rows, ({ permission }) => permission.id);
  return (
    <PagePart title="Sharing" about="People who can use this project from their own accounts.">
      <div className="ui-stack">
        {list.isPending && <Skeleton label="people" shape="text" count={2} />}
        <ReadFailure query={list} title="The people could not be read" />
        {list.error && rows && <ShownAsOf at={list.dataUpdatedAt} />}
        {rows?.length === 0 && <p className="ui-muted-small">Shared with nobody.</p>}
        {rows && rows.length > 0 && (
          <div className={styles.rows}>
            <Table
              label="People this project is shared with"
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
            title="List people"
            call={{ kind: "listPermissions", projectId }}
          />
        </div>
      </div>
    </PagePart>
  );
}
