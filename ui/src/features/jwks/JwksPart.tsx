import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { branchesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { BranchView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { PagePart } from "@/kit/layout/PagePart";
import { Skeleton } from "@/kit/state/Skeleton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { type JwksProject, type JwksSubject, jwksQuery } from "./jwks";
import { LIST } from "./words";

const columnsOf = (branches: readonly BranchView[] | undefined): ReadonlyArray<Column<JwksSubject>> => [
  {
    id: "provider",
    header: LIST.provider,
    width: "minmax(110px, 1fr)",
    takes: ({ jwks }) => wordsWidth(jwks.provider),
    cell: ({ jwks }) => <RowName name={jwks.provider} />,
  },
  {
    id: "url",
    header: LIST.url,
    width: "minmax(140px, 2fr)",
    cell: ({ jwks }) => (
      <span className="ui-cut" title={jwks.url}>
        {jwks.url}
      </span>
    ),
  },
  {
    id: "branch",
    header: LIST.branch,
    width: "110px",
    cell: ({ jwks: { branchId } }) => (
      <span className="ui-cut">
        {branchId === null
          ? LIST.everyBranch
          : (branches?.find(({ id }) => id === branchId)?.name ?? branchId)}
      </span>
    ),
  },
  {
    id: "added",
    header: LIST.added,
    width: "90px",
    wideOnly: true,
    cell: ({ accountId, jwks }) => <Instant at={jwks.createdAt} clock={{ account: accountId }} missing="–" />,
  },
];

/** Whose tokens the project takes in place of passwords. */
export function JwksPart({ at }: { at: JwksProject }) {
  const { accountId, projectId, projectName, locked } = at;
  const list = useQuery(jwksQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const columns = useMemo(() => columnsOf(branches), [branches]);
  const rows = useMemo(
    () => list.data?.map((jwks) => ({ accountId, projectId, projectName, locked, jwks })),
    [accountId, projectId, projectName, locked, list.data],
  );
  const selection = useSelectedRow("jwks", rows, ({ jwks }) => jwks.id);
  return (
    <PagePart title={LIST.title} about={LIST.about}>
      <div className="ui-stack">
        {list.isPending && <Skeleton label={LIST.loading} shape="text" count={2} />}
        <ReadFailure query={list} title={LIST.failed} />
        {list.error && rows && <ShownAsOf at={list.dataUpdatedAt} />}
        {rows?.length === 0 && <p className="ui-muted-small">{LIST.none}</p>}
        {rows && rows.length > 0 && (
          <div className="ui-table-box">
            <Table
              label={LIST.table}
              layout="jwks"
              columns={columns}
              rows={rows}
              {...selection}
              {...rowMenus("jwks", (row) => row.jwks.provider)}
            />
          </div>
        )}
        <div className="ui-row-wrapping">
          <ActionButton action="jwksProject.add" context={{ jwksProject: at }} short />
          <CopyAsButton accountId={accountId} title={LIST.call} call={{ kind: "listJwks", projectId }} />
        </div>
      </div>
    </PagePart>
  );
}
