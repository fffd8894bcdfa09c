import type { ReactNode } from "react";
import type { TrackedOperationView } from "@/ipc/generated";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { rowKey } from "./rowKey";

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
      tall
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      rowMenu={(row) => (
        <ActionMenu about="operation" subject={row} label={`Actions for ${row.operation.actionWord}`} />
      )}
      contextMenu={(row) => <ActionMenuItems about="operation" subject={row} />}
      footer={footer}
    />
  );
}
