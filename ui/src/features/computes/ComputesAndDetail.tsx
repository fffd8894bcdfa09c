import { useRef } from "react";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { SplitView } from "@/kit/layout/SplitView";
import { Table } from "@/kit/table/Table";
import { ComputeDetail } from "./ComputeDetail";
import { COMPUTE_COLUMNS } from "./computeColumns";
import type { ComputeSubject } from "./places";
import { computeName } from "./words";

interface ComputesAndDetailProps {
  rows: readonly ComputeSubject[];
  open: ComputeSubject | undefined;
  onOpen(id: string | undefined): void;
}

export function ComputesAndDetail({ rows, open, onOpen }: ComputesAndDetailProps) {
  const detail = useRef<HTMLElement>(null);
  return (
    <SplitView
      list={
        <Table
          label="Computes"
          tall
          columns={COMPUTE_COLUMNS}
          rows={rows}
          rowKey={({ compute }) => compute.id}
          selected={open?.compute.id}
          onSelect={({ compute }) => onOpen(compute.id)}
          onOpen={({ compute }) => {
            onOpen(compute.id);
            detail.current?.focus();
          }}
          rowMenu={(row) => (
            <ActionMenu about="compute" subject={row} label={`Actions for ${computeName(row.compute)}`} />
          )}
          contextMenu={(row) => <ActionMenuItems about="compute" subject={row} />}
        />
      }
      detail={open && <ComputeDetail subject={open} />}
      detailLabel={open && computeName(open.compute)}
      detailRef={detail}
      onCloseDetail={() => onOpen(undefined)}
    />
  );
}
