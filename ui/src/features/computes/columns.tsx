import { sizeWords, suspendWords } from "@/features/base/computeSize";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { COMMON } from "@/features/base/words";
import type { ComputeView } from "@/ipc/generated";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { ComputeState } from "./ComputeState";
import type { ComputeSubject } from "./subjects";
import { DETAIL, kindWord, LIST } from "./words";

const detailOf = ({ compute }: ComputeSubject) =>
  [kindWord(compute), compute.name, compute.id].filter(Boolean).join(" · ");

/** The columns of the computes. */
export const COMPUTE_COLUMNS: ReadonlyArray<Column<ComputeSubject>> = [
  {
    id: "branch",
    header: LIST.branchCompute,
    width: "minmax(150px, 1fr)",
    takes: (row) => wordsWidth(row.branchName, detailOf(row)),
    cell: (row) => <RowName name={row.branchName} detail={detailOf(row)} />,
  },
  {
    id: "state",
    header: COMMON.state,
    width: "122px",
    matters: true,
    cell: (row) => <ComputeState subject={row} />,
  },
  {
    id: "size",
    header: LIST.sizeTimeout,
    width: "138px",
    cell: ({ compute: { size } }) => (
      <RowName name={sizeWords(size)} detail={suspendWords(size.suspendTimeoutSeconds)} />
    ),
  },
  {
    id: "host",
    header: LIST.host,
    width: "minmax(100px, 1fr)",
    wideOnly: true,
    cell: ({ compute: { host } }) =>
      host === null ? (
        <Missing />
      ) : (
        <code className="ui-faint-small" title={host}>
          {host}
        </code>
      ),
  },
  {
    id: "active",
    header: COMMON.lastActive,
    width: "92px",
    wideOnly: true,
    cell: ({ accountId, compute: { lastActive } }) => (
      <Instant at={lastActive} clock={{ account: accountId }} missing={COMMON.never} />
    ),
  },
  {
    id: "region",
    header: COMMON.region,
    width: "112px",
    wideOnly: true,
    optional: true,
    cell: ({ compute }) => compute.regionId ?? <Missing />,
  },
  when("started", DETAIL.started, ({ startedAt }) => startedAt),
  when("suspended", DETAIL.suspended, ({ suspendedAt }) => suspendedAt),
  when("created", COMMON.created, ({ createdAt }) => createdAt),
  when("updated", COMMON.updated, ({ updatedAt }) => updatedAt),
];

function when(
  id: string,
  header: string,
  of: (compute: ComputeView) => string | null,
): Column<ComputeSubject> {
  return {
    id,
    header,
    width: "92px",
    wideOnly: true,
    optional: true,
    cell: ({ accountId, compute }) => <Instant at={of(compute)} clock={{ account: accountId }} />,
  };
}
