import { useRef } from "react";
import type { TrackedOperationView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { SplitView } from "@/kit/layout/SplitView";
import { useRouter } from "@/kit/route/useRouter";
import { NothingFits } from "@/kit/state/NothingFits";
import { Lanes } from "./Lanes";
import { OperationDetail } from "./OperationDetail";
import { OperationTable } from "./OperationTable";
import { EVERYWHERE } from "./operationColumns";
import { rowKey } from "./rowKey";

interface OperationsAndDetailProps {
  rows: readonly TrackedOperationView[];
  open: TrackedOperationView | undefined;
  lanes: boolean;
  onShowAll(): void;
}

export function OperationsAndDetail({ rows, open, lanes, onShowAll }: OperationsAndDetailProps) {
  const router = useRouter();
  const detail = useRef<HTMLElement>(null);
  const goTo = (row: TrackedOperationView | undefined) =>
    router.go(
      {
        screen: "operations",
        ...(row && { id: row.operation.id }),
        ...(lanes && { view: "lanes" }),
      },
      { replace: open !== undefined },
    );
  const enter = (row: TrackedOperationView) => {
    goTo(row);
    detail.current?.focus();
  };
  const list = lanes ? (
    <Lanes rows={rows} selected={open?.operation.id} onSelect={goTo} />
  ) : (
    <OperationTable
      columns={EVERYWHERE}
      rows={rows}
      selected={open && rowKey(open)}
      onSelect={goTo}
      onOpen={enter}
    />
  );
  return (
    <SplitView
      list={
        rows.length > 0 ? (
          list
        ) : (
          <NothingFits>
            No operation fits the filter.{" "}
            <Button size="small" onClick={onShowAll}>
              Show all
            </Button>
          </NothingFits>
        )
      }
      detail={open && <OperationDetail row={open} />}
      detailLabel={open?.operation.actionWord}
      detailRef={detail}
      onCloseDetail={() => goTo(undefined)}
    />
  );
}
