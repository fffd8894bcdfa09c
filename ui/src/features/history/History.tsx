import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { listed } from "@/data/format";
import { accountsQuery } from "@/data/queries";
import { Failure } from "@/features/base/Failure";
import type { TrackedOperationView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { SplitView } from "@/kit/layout/SplitView";
import { EmptyState } from "@/kit/state/EmptyState";
import { NothingFits } from "@/kit/state/NothingFits";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { ActionDetail } from "./ActionDetail";
import { ExportNotice } from "./ExportNotice";
import { ALL, type HistoryFilter, isFiltered, logFilterOf, type Where } from "./filter";
import { HistoryFilters } from "./HistoryFilters";
import { HistoryTable } from "./HistoryTable";
import { HistoryTools } from "./HistoryTools";
import { type HistoryItem, idOf, titleOf } from "./items";
import { OperationDetail } from "./OperationDetail";
import { openOf } from "./open";
import { Timeline } from "./Timeline";
import { type KnownOperations, type Older, useItems } from "./useItems";
import { type TimeSpan, useTimeSpan } from "./useTimeSpan";
import type { HistoryViewName } from "./useViewName";
import { noMatchesWords, staleWords, words } from "./words";
import { ZoomControl } from "./ZoomControl";

interface HistoryProps {
  operations: KnownOperations;
  /** The one project that it is about. */
  ofProject?: Required<Where>;
  view: HistoryViewName;
  onView(view: HistoryViewName): void;
  /** What is open beside it, by `idOf`. */
  openId: string | undefined;
  onOpen(id: string | undefined): void;
  /** Puts it on a screen of its own, with what can be done with all of it. */
  frame?(body: ReactNode, tools: ReactNode): ReactNode;
}

/** What the platforms did and what was done here, as a list or on a time axis, with one of it open beside. */
export function History(props: HistoryProps) {
  const { operations, ofProject, view, onView, openId, onOpen, frame } = props;
  const [chosen, setChosen] = useState<HistoryFilter>({ ...ALL, ...(ofProject && { where: ofProject }) });
  const filter = useDeferredValue(chosen);
  const span = useTimeSpan();
  const { items, open, log, older } = useItems(operations, filter, openId);
  usePublish("operation", open?.kind === "operation" ? open.row : undefined);
  usePublish("activityEntry", open?.kind === "action" ? open.entry : undefined);

  const narrowed = isFiltered(filter) || (!ofProject && filter.where.accountId !== undefined);
  const pending = operations.isPending || log.isPending;
  const failed = operations.failure !== undefined || log.failure !== undefined;
  const nothing = items.length === 0 && !pending && !failed && !narrowed;
  const tools = <HistoryTools items={items} filter={logFilterOf(chosen)} inMenu={!frame} />;
  const body = (
    <>
      {!nothing && (
        <HistoryFilters
          rows={operations.rows}
          filter={chosen}
          onFilter={setChosen}
          ofProject={ofProject !== undefined}
          view={view}
          onView={onView}
          tools={
            <>
              {view === "timeline" && <ZoomControl span={span} />}
              {!frame && tools}
            </>
          }
        />
      )}
      <Notices>
        <ExportNotice />
        {operations.failure && <Failure {...operations.failure} title={words.operationsFailed} />}
        {log.failure && <Failure {...log.failure} title={words.logFailed} />}
        <StaleNotice rows={operations.rows} />
      </Notices>
      {pending && items.length === 0 && <Skeleton label={words.loading} shape="tall-rows" />}
      {nothing && (
        <EmptyState icon="pulse" title={words.empty}>
          {ofProject ? words.emptyProject : words.emptyAll}
        </EmptyState>
      )}
      {items.length === 0 && !pending && narrowed && (
        <NothingFits>
          {noMatchesWords(filter.text)} <OlderButton older={older} />
        </NothingFits>
      )}
      {items.length > 0 && (
        <ListAndDetail
          items={items}
          open={open}
          onOpen={onOpen}
          filter={filter}
          view={view}
          span={span}
          ofProject={ofProject !== undefined}
          older={older}
        />
      )}
    </>
  );
  return frame ? frame(body, tools) : body;
}

interface ListAndDetailProps {
  items: readonly HistoryItem[];
  open: HistoryItem | undefined;
  onOpen(id: string | undefined): void;
  filter: HistoryFilter;
  view: HistoryViewName;
  span: TimeSpan;
  ofProject: boolean;
  older: Older | undefined;
}

/** The list or the timeline, and what is open beside it. */
function ListAndDetail({ items, open, onOpen, filter, view, span, ofProject, older }: ListAndDetailProps) {
  const detail = useRef<HTMLElement>(null);
  const select = (item: HistoryItem) => onOpen(idOf(item));
  const shared = { items, ofProject, selected: open?.key, onSelect: select };
  const more = older && <OlderButton older={older} />;
  return (
    <SplitView
      list={
        view === "timeline" ? (
          <Timeline {...shared} span={span} loadedTo={older?.to} more={more} />
        ) : (
          <HistoryTable
            {...shared}
            onOpen={(item) => {
              select(item);
              detail.current?.focus();
            }}
            arrangement={[filter]}
            partial={older !== undefined}
            footer={more}
          />
        )
      }
      detail={open && <ItemDetail item={open} />}
      detailLabel={open && titleOf(open)}
      detailRef={detail}
      onCloseDetail={() => onOpen(undefined)}
    />
  );
}

function OlderButton({ older }: { older: Older | undefined }) {
  if (!older) return null;
  return (
    <Button size="small" busy={older.busy} onClick={older.load}>
      {words.loadOlder}
    </Button>
  );
}

function ItemDetail({ item }: { item: HistoryItem }) {
  return item.kind === "operation" ? <OperationDetail row={item.row} /> : <ActionDetail entry={item.entry} />;
}

/** Says which accounts cannot be asked how their operations go; the current one has a banner. */
function StaleNotice({ rows }: { rows: readonly TrackedOperationView[] }) {
  const accounts = useQuery(accountsQuery).data ?? [];
  const running = new Set(openOf(rows).map(({ accountId }) => accountId));
  const silent = accounts.filter(
    ({ id, state, isCurrent }) => state !== "ready" && !isCurrent && running.has(id),
  );
  if (silent.length === 0) return null;
  return <Notice tone="plain">{staleWords(listed(silent.map(({ name }) => name)))}</Notice>;
}
