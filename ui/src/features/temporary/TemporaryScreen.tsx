import { type Mutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { mutationKeys } from "@/data/keys";
import { type MutationFailure, perform, useFailure, useUnderWay } from "@/data/mutation";
import {
  accountsQuery,
  instantServicesQuery,
  sandboxQuery,
  settingsQuery,
  temporaryListQuery,
} from "@/data/queries";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { useAlsoRefresh } from "@/features/refresh/refresh";
import type { TemporaryOptions, TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useActionSurroundings, usePublish } from "@/kit/action/useActions";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { SplitView } from "@/kit/layout/SplitView";
import { openDialog, useOpenDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { useShownList } from "@/kit/table/longLists";
import { useOpenRow } from "@/kit/table/useOpenRow";
import { CreateFailure } from "./CreateFailure";
import { createWith, createWithLastOptions } from "./create";
import { Detail } from "./Detail";
import { refreshAll } from "./mutations";
import { isHere, summaryOf } from "./options";
import { subjectsOf } from "./rows";
import type { TemporarySubject } from "./subjects";
import { TemporaryTable } from "./TemporaryTable";
import { LIST } from "./words";

const NONE: readonly TemporarySubject[] = [];
const rowKey = ({ id }: TemporarySubject) => id;

/** The temporary databases and the one that is open beside it. */
export function TemporaryScreen({ id }: { id: string | undefined }) {
  const temporary = useQuery(temporaryListQuery);
  const [filter, setFilter] = useState("");

  const accounts = useQuery(accountsQuery).data;
  const items = useShownList(temporary.data?.items);
  const rows = useMemo(() => (items ? subjectsOf(items, accounts) : NONE), [items, accounts]);
  const { row: open, gone } = useOpenRow(items && rows, rowKey, id);
  usePublish("temporary", open, gone);
  const client = useQueryClient();
  useAlsoRefresh(() => perform(client, refreshAll, undefined));

  return (
    <Screen
      title={LIST.title}
      tools={
        <>
          {rows.length > 0 && (
            <SearchInput label={LIST.filter} value={filter} onChange={setFilter} shortcut />
          )}
          <NewButtons />
        </>
      }
    >
      <TemporaryNotices />
      <Notices>
        <ReadFailure query={temporary} title={LIST.unread} />
      </Notices>
      {!items && (temporary.isPending || temporary.data) && (
        <Skeleton label={LIST.loading} shape="tall-rows" />
      )}
      {items && rows.length === 0 && <NoDatabases />}
      {rows.length > 0 && <TableAndDetail rows={rows} open={open} gone={gone} filter={filter} />}
    </Screen>
  );
}

interface TableAndDetailProps {
  rows: readonly TemporarySubject[];
  open: TemporarySubject | undefined;
  /** It was removed elsewhere. */
  gone: boolean;
  filter: string;
}

function TableAndDetail({ rows, open, gone, filter }: TableAndDetailProps) {
  const sandbox = useQuery(sandboxQuery);
  const router = useRouter();
  const detail = useRef<HTMLElement>(null);
  const select = (row: TemporarySubject) =>
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
      gone={gone}
      detailRef={detail}
      onCloseDetail={() => router.go({ screen: "temporary" })}
    />
  );
}

/** What was tried from the list and refused, until it is tried again or dismissed. */
function TemporaryNotices() {
  const create = useRefusedCreate();
  const refresh = useFailure(refreshAll.key);
  const undo = useFailure(mutationKeys.envUndo);
  const inOptions = useOpenDialog()?.dialog === "temporaryOptions";
  return (
    <Notices>
      {create && !inOptions && (
        <CreateFailure
          error={create.error}
          onRetry={create.again}
          onSandbox={create.inSandbox}
          onDismiss={create.clear}
        />
      )}
      <MutationRefusal failure={refresh} title={LIST.unrefreshed} dismissible />
      <MutationRefusal failure={undo} title={LIST.unrestored} dismissible />
    </Notices>
  );
}

/** New with the last options, which the tooltip names, and the way to other ones. */
function NewButtons() {
  const settings = useQuery(settingsQuery);
  const services = useQuery(instantServicesQuery);
  const creating = useUnderWay(mutationKeys.create);
  const summary = settings.data && services.data && summaryOf(settings.data.temporary, services.data);
  return (
    <>
      <ActionButton action="temporary.import">{LIST.import}</ActionButton>
      <ActionButton action="temporary.options">{LIST.options}</ActionButton>
      <ActionButton action="temporary.new" tone="primary" busy={creating} hint={summary} />
    </>
  );
}

/** The empty list says what it is for and offers the first database. */
function NoDatabases() {
  const creating = useUnderWay(mutationKeys.create);
  return (
    <EmptyState
      icon="timer"
      title={LIST.empty}
      actions={
        <>
          <ActionButton action="temporary.new" tone="primary" busy={creating} />
          <ActionButton action="temporary.import">{LIST.importExisting}</ActionButton>
        </>
      }
    >
      {LIST.emptyText}
    </EmptyState>
  );
}

type Create = Mutation<TemporaryView, Error, TemporaryOptions | undefined>;

interface RefusedCreate extends MutationFailure {
  again(): void;
  /** Absent where the sandbox itself refused. */
  inSandbox: (() => void) | undefined;
}

/** The create that was refused last, with the ways to ask for exactly the same once more, there or in the sandbox. */
function useRefusedCreate(): RefusedCreate | undefined {
  const { tools } = useActionSurroundings();
  const services = useQuery(instantServicesQuery).data;
  const refused = useFailure(mutationKeys.create);
  const tried = useMutationState<TemporaryOptions | undefined, Create>({
    filters: { mutationKey: mutationKeys.create, exact: true },
    select: ({ state }) => state.variables,
  }).at(-1);
  if (!refused) return undefined;
  const create = async (options: TemporaryOptions | undefined) => {
    if (!options) return createWithLastOptions(tools);
    const next = await createWith(options, tools);
    if (next) openDialog(next);
  };
  // What is refused again is shown where this was.
  const start = (options: TemporaryOptions | undefined) => void create(options).catch(() => {});
  const elsewhere = tried !== undefined && !isHere(tried, services ?? []);
  return {
    ...refused,
    again: () => start(tried),
    inSandbox: elsewhere ? () => start({ ...tried, place: null }) : undefined,
  };
}
