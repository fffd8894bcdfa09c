import { type Mutation, useMutationState, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { workKeys } from "@/data/keys";
import { accountsQuery, placesQuery, sandboxQuery, settingsQuery, temporaryListQuery } from "@/data/queries";
import { useFailure, useUnderWay, type WorkFailure } from "@/data/work";
import { ReadFailure, WorkRefusal } from "@/features/accounts/Failure";
import { lockedWords } from "@/features/accounts/words";
import type { TemporaryOptions, TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useActionSurroundings, usePublish } from "@/kit/action/useActions";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { SplitView } from "@/kit/layout/SplitView";
import { ask, useAsked } from "@/kit/overlay/asked";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { CreateFailure } from "./CreateFailure";
import { createWith, createWithLastOptions } from "./create";
import { Detail } from "./Detail";
import { summaryOf } from "./options";
import type { TemporarySubject } from "./places";
import { TemporaryTable } from "./TemporaryTable";

const NONE: readonly TemporarySubject[] = [];

/** The temporary databases and the one that is open beside it. */
export function TemporaryScreen({ id }: { id: string | undefined }) {
  const temporary = useQuery(temporaryListQuery);
  const [filter, setFilter] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);

  const accounts = useQuery(accountsQuery).data;
  const items = temporary.data?.items;
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
              label="Filter databases"
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
      <TemporaryNotices />
      <Notices>
        <ReadFailure query={temporary} title="Couldn’t load temporary databases" />
      </Notices>
      {temporary.isPending && <Skeleton label="temporary databases" shape="tall-rows" />}
      {temporary.data && rows.length === 0 && <NoDatabases />}
      {rows.length > 0 && <TableAndDetail rows={rows} open={open} filter={filter} />}
    </Screen>
  );
}

interface TableAndDetailProps {
  rows: readonly TemporaryView[];
  open: TemporaryView | undefined;
  filter: string;
}

function TableAndDetail({ rows, open, filter }: TableAndDetailProps) {
  const sandbox = useQuery(sandboxQuery);
  const router = useRouter();
  const detail = useRef<HTMLElement>(null);
  const select = (row: TemporaryView) =>
    router.go({ screen: "temporary", id: row.id }, { replace: open !== undefined });
  return (
    <SplitView
      list={
        <TemporaryTable
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

/** What was tried from the list and refused, until it is tried again or dismissed. */
function TemporaryNotices() {
  const create = useRefusedCreate();
  const refresh = useFailure(workKeys.refreshAll);
  const undo = useFailure(workKeys.envUndo);
  const power = useFailure(workKeys.sandbox);
  const inOptions = useAsked()?.dialog === "temporaryOptions";
  return (
    <Notices>
      {create && !inOptions && (
        <CreateFailure error={create.error} onRetry={create.again} onDismiss={create.clear} />
      )}
      {power && !inOptions && <WorkRefusal failure={power} title="Sandbox action failed" dismissible />}
      <WorkRefusal failure={refresh} title="Couldn’t refresh everything" dismissible />
      <WorkRefusal failure={undo} title="Couldn’t restore the env file" dismissible />
    </Notices>
  );
}

/** New with the last options, which the tooltip names, and the way to other ones. */
function NewButtons() {
  const settings = useQuery(settingsQuery);
  const places = useQuery(placesQuery);
  const creating = useUnderWay(workKeys.create);
  const summary = settings.data && places.data && summaryOf(settings.data.temporary, places.data);
  return (
    <>
      <ActionButton action="temporary.import">Import…</ActionButton>
      <ActionButton action="temporary.options">Options</ActionButton>
      <ActionButton action="temporary.new" tone="primary" busy={creating} hint={summary} />
    </>
  );
}

/** The empty list says what it is for and offers the first database. */
function NoDatabases() {
  const creating = useUnderWay(workKeys.create);
  return (
    <EmptyState
      icon="timer"
      title="No temporary databases yet"
      actions={
        <>
          <ActionButton action="temporary.new" tone="primary" busy={creating} />
          <ActionButton action="temporary.import">Import existing…</ActionButton>
        </>
      }
    >
      Create a real PostgreSQL 17 database with its own connection string in one click. It expires after 72
      hours unless you claim it.
    </EmptyState>
  );
}

type Create = Mutation<TemporaryView, Error, TemporaryOptions | undefined>;

/** The create that was refused last, with the way to ask for exactly the same once more. */
function useRefusedCreate(): (WorkFailure & { again(): void }) | undefined {
  const { tools } = useActionSurroundings();
  const refused = useFailure(workKeys.create);
  const tried = useMutationState<TemporaryOptions | undefined, Create>({
    filters: { mutationKey: workKeys.create, exact: true },
    select: ({ state }) => state.variables,
  }).at(-1);
  if (!refused) return undefined;
  const again = async () => {
    if (!tried) return createWithLastOptions(tools);
    const next = await createWith(tried, tools);
    if (next) ask(next);
  };
  // What is refused again is shown where this was.
  return { ...refused, again: () => void again().catch(() => {}) };
}
