import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { branchesQuery } from "@/data/queries";
import { Instant } from "@/features/base/Instant";
import { ListPart } from "@/features/base/ListPart";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { BranchView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { type JwksProject, type JwksSubject, jwksQuery } from "./jwks";
import { LIST } from "./words";

const columnsOf = (branches: readonly BranchView[] | undefined): ReadonlyArray<Column<JwksSubject>> => [
  {
    id: "provider",
    header: LIST.providerUrl,
    width: "minmax(160px, 1fr)",
    takes: ({ jwks }) => wordsWidth(jwks.provider, jwks.url),
    cell: ({ jwks }) => <RowName name={jwks.provider} detail={jwks.url} />,
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

/** Lists the issuers whose tokens the project accepts in place of passwords. */
export function JwksPart({ at }: { at: JwksProject }) {
  const { accountId, projectId, projectName, locked } = at;
  const list = useQuery(jwksQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const columns = useMemo(() => columnsOf(branches), [branches]);
  const rows = useMemo(
    () => list.data?.map((jwks) => ({ accountId, projectId, projectName, locked, jwks })),
    [accountId, projectId, projectName, locked, list.data],
  );
  return (
    <ListPart
      kind="jwks"
      layout="jwks"
      tall
      words={LIST}
      query={list}
      rows={rows}
      columns={columns}
      rowKey={({ jwks }) => jwks.id}
      nameOf={({ jwks }) => jwks.provider}
    >
      <ActionButton action="jwksProject.add" context={{ jwksProject: at }} short />
      <CopyAsButton title={LIST.call} operation={jwksQuery(accountId, projectId).operation} />
    </ListPart>
  );
}
