import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { sandboxQuery, shelfQuery } from "@/data/queries";
import { Failure } from "@/features/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { SearchInput } from "@/kit/control/SearchInput";
import { Screen } from "@/kit/layout/Screen";
import { SplitView } from "@/kit/layout/SplitView";
import { useRouter } from "@/kit/route/useRouter";
import { Skeleton } from "@/kit/state/Skeleton";
import { Detail } from "./Detail";
import { NewButtons } from "./NewButtons";
import { NoDatabases } from "./NoDatabases";
import { Shelf } from "./Shelf";
import { ShelfNotices } from "./ShelfNotices";
import { useFilterKey } from "./useFilterKey";

const NONE: readonly TemporaryView[] = [];

/** The shelf and the database that is open beside it. */
export function TemporaryScreen({ id }: { id: string | undefined }) {
  const shelf = useQuery(shelfQuery);
  const sandbox = useQuery(sandboxQuery);
  const router = useRouter();
  const [filter, setFilter] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const detail = useRef<HTMLElement>(null);
  useFilterKey(field);

  const rows = shelf.data?.items ?? NONE;
  const open = useMemo(() => rows.find((row) => row.id === id), [rows, id]);
  usePublish("temporary", open);
  const select = (row: TemporaryView) =>
    router.go({ screen: "temporary", id: row.id }, { replace: id !== undefined });

  return (
    <Screen
      title="Temporary databases"
      tools={
        <>
          {rows.length > 0 && (
            <SearchInput
              label="Filter the shelf"
              value={filter}
              onChange={setFilter}
              shortcut="/"
              field={field}
            />
          )}
          <NewButtons />
        </>
      }
    >
      <ShelfNotices />
      {shelf.error && (
        <Failure
          title="The shelf could not be read"
          error={shelf.error}
          onRetry={() => void shelf.refetch()}
        />
      )}
      {shelf.isPending && <Skeleton label="temporary databases" shape="tall-rows" />}
      {shelf.data && rows.length === 0 && <NoDatabases />}
      {rows.length > 0 && (
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
      )}
    </Screen>
  );
}
