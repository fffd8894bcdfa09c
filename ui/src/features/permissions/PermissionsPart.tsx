import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Instant } from "@/features/base/Instant";
import { ListPart } from "@/features/base/ListPart";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
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

/** Lists the people that a project is shared with. */
export function PermissionsPart({ at }: { at: SharedProject }) {
  const { accountId, projectId, projectName, locked } = at;
  const query = permissionsQuery(accountId, projectId);
  const list = useQuery(query);
  const rows = useMemo(
    () => list.data?.map((permission) => ({ accountId, projectId, projectName, locked, permission })),
    [accountId, projectId, projectName, locked, list.data],
  );
  return (
    <ListPart
      kind="permission"
      layout="sharing"
      words={LIST}
      query={list}
      rows={rows}
      columns={COLUMNS}
      rowKey={({ permission }) => permission.id}
      nameOf={({ permission }) => permission.email}
    >
      <ActionButton action="sharedProject.grant" context={{ sharedProject: at }} short />
      <CopyAsButton title={LIST.call} operation={query.operation} />
    </ListPart>
  );
}
