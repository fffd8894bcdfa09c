import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { accountsQuery, shelfQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { lockedWords } from "@/features/accounts/words";
import { usePublish } from "@/kit/action/useActions";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { NewButtons } from "./NewButtons";
import { NoDatabases } from "./NoDatabases";
import type { TemporarySubject } from "./places";
import { ShelfAndDetail } from "./ShelfAndDetail";
import { ShelfNotices } from "./ShelfNotices";

const NONE: readonly TemporarySubject[] = [];

/** The shelf and the database that is open beside it. */
export function TemporaryScreen({ id }: { id: string | undefined }) {
  const shelf = useQuery(shelfQuery);
  const [filter, setFilter] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);

  const accounts = useQuery(accountsQuery).data;
  const items = shelf.data?.items;
  const rows = useMemo((): readonly TemporarySubject[] => {
    const lockOf = (id: string | null) => lockedWords(accounts?.find((account) => account.id === id));
    return items?.map((row) => ({ ...row, locked: lockOf(row.accountId) })) ?? NONE;
  }, [items, accounts]);
  const open = useMemo(() => rows.find((row) => row.id === id), [rows, id]);
  usePublish("temporary", open);

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
        <Notices>
          <Failure
            title="The shelf could not be read"
            error={shelf.error}
            onRetry={() => void shelf.refetch()}
          />
        </Notices>
      )}
      {shelf.isPending && <Skeleton label="temporary databases" shape="tall-rows" />}
      {shelf.data && rows.length === 0 && <NoDatabases />}
      {rows.length > 0 && <ShelfAndDetail rows={rows} open={open} filter={filter} />}
    </Screen>
  );
}
