import type { ReactNode } from "react";
import { Instant } from "@/features/base/Instant";
import type { TrackedOperationView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { Elapsed, OperationState } from "./OperationState";
import { clickOf, whereOf } from "./words";

interface OperationTableProps {
  columns: ReadonlyArray<Column<TrackedOperationView>>;
  rows: readonly TrackedOperationView[];
  selected: string | undefined;
  onSelect(row: TrackedOperationView): void;
  onOpen(row: TrackedOperationView): void;
  footer?: ReactNode;
}

/** Operations, newest first. */
export function OperationTable(props: OperationTableProps) {
  const { columns, rows, selected, onSelect, onOpen, footer } = props;
  return (
    <Table
      label="Operations"
      layout={columns === EVERYWHERE ? "operations" : "project.operations"}
      tall
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      {...rowMenus("operation", (row) => row.operation.actionWord)}
      footer={footer}
    />
  );
}

const WHAT: Column<TrackedOperationView> = {
  id: "what",
  header: "Operation",
  width: "minmax(130px, 1fr)",
  takes: ({ operation }) => wordsWidth(operation.actionWord),
  cell: (row) => (
    <div data-testid="operation-row" data-operation={row.operation.id}>
      <RowName
        name={row.operation.actionWord}
        detail={row.operation.error ?? clickOf(row) ?? "Started elsewhere"}
      />
    </div>
  ),
};

const WHERE: Column<TrackedOperationView> = {
  id: "where",
  header: "Where",
  width: "minmax(110px, 1fr)",
  takes: (row) => wordsWidth(whereOf(row)),
  cell: (row) => <RowName name={whereOf(row)} detail={row.accountName ?? row.accountId} />,
};

const BRANCH: Column<TrackedOperationView> = {
  id: "where",
  header: "Branch, compute",
  width: "minmax(110px, 1fr)",
  takes: (row) => wordsWidth(branchOf(row)),
  cell: (row) => <RowName name={branchOf(row)} detail={row.operation.computeId} />,
};

const branchOf = ({ branchName, operation }: TrackedOperationView) =>
  branchName ?? operation.branchId ?? "Project";

const REST: ReadonlyArray<Column<TrackedOperationView>> = [
  {
    id: "state",
    header: "State",
    width: "minmax(104px, 184px)",
    cell: (row) => <OperationState row={row} />,
  },
  { id: "took", header: "Duration", width: "72px", align: "end", cell: (row) => <Elapsed row={row} /> },
  {
    id: "since",
    header: "Since",
    width: "84px",
    align: "end",
    wideOnly: true,
    cell: ({ since }) => <Instant at={since} clock="here" />,
  },
];

/** What each line says where every account and project is shown. */
export const EVERYWHERE = [WHAT, WHERE, ...REST];

/** What each line says within one project. */
export const WITHIN_PROJECT = [WHAT, BRANCH, ...REST];

/** Names an operation among those of every account. */
export const rowKey = ({ accountId, operation }: TrackedOperationView): string =>
  `${accountId}/${operation.id}`;
