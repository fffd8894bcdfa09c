import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { sandboxQuery } from "@/data/queries";
import type { TemporaryView } from "@/ipc/generated";
import { SplitView } from "@/kit/layout/SplitView";
import { useRouter } from "@/kit/route/useRouter";
import { Detail } from "./Detail";
import { Shelf } from "./Shelf";

interface ShelfAndDetailProps {
  rows: readonly TemporaryView[];
  open: TemporaryView | undefined;
  filter: string;
}

export function ShelfAndDetail({ rows, open, filter }: ShelfAndDetailProps) {
  const sandbox = useQuery(sandboxQuery);
  const router = useRouter();
  const detail = useRef<HTMLElement>(null);
  const select = (row: TemporaryView) =>
    router.go({ screen: "temporary", id: row.id }, { replace: open !== undefined });
  return (
    <SplitView
      list={
        <Shelf
          rows={rows}
          sandbox={sandbox.data}
          filter={filter}
          selected={open?.id}
          onSelect={select}
          onOpen={(row) => {
            select(row);
            detail.current?.focus();
          }}
        />
      }
      detail={open && <Detail row={open} sandbox={sandbox.data} />}
      detailLabel={open?.name}
      detailRef={detail}
      onCloseDetail={() => router.go({ screen: "temporary" })}
    />
  );
}
