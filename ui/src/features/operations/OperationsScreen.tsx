import { useQuery } from "@tanstack/react-query";
import { type RefObject, useMemo, useRef, useState } from "react";
import { counted } from "@/data/format";
import { operationsQuery } from "@/data/queries";
import { ReadFailure } from "@/features/accounts/Failure";
import type { TrackedOperationView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { SplitView } from "@/kit/layout/SplitView";
import { Toolbar } from "@/kit/layout/Toolbar";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { NothingFits } from "@/kit/state/NothingFits";
import { Skeleton } from "@/kit/state/Skeleton";
import { ALL, choicesOf, filtered, isFiltered, type OperationFilter, STATE_OPTIONS } from "./filter";
import { Lanes } from "./Lanes";
import { OperationDetail } from "./OperationDetail";
import styles from "./Operations.module.css";
import { EVERYWHERE, OperationTable, rowKey } from "./OperationTable";
import { openOf } from "./open";

const NONE: readonly TrackedOperationView[] = [];
const VIEWS = [
  { value: "list", label: "List" },
  { value: "lanes", label: "Lanes" },
] as const;

/** What the platforms do and did, for every account and project. */
export function OperationsScreen({ id, view }: { id: string | undefined; view: string | undefined }) {
  const list = useQuery(operationsQuery);
  const [filter, setFilter] = useState(ALL);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  useFilterKey(field);

  const rows = list.data ?? NONE;
  const shown = useMemo(() => filtered(rows, filter), [rows, filter]);
  const open = useMemo(() => rows.find(({ operation }) => operation.id === id), [rows, id]);
  usePublish("operation", open);
  const lanes = view === "lanes";
  const running = openOf(rows).length;

  return (
    <Screen
      title="Operations"
      aside={list.data && `${running === 0 ? "Nothing is" : running} running`}
      tools={
        <>
          {rows.length > 0 && <CopyJson value={shown} label={counted(shown.length, "operation")} />}
          <Segmented
            label="View"
            options={VIEWS}
            value={lanes ? "lanes" : "list"}
            onChange={(next) =>
              router.go({
                screen: "operations",
                ...(id !== undefined && { id }),
                ...(next === "lanes" && { view: next }),
              })
            }
          />
        </>
      }
    >
      <Notices>
        <ReadFailure query={list} title="The operations could not be read" />
      </Notices>
      {list.isPending && <Skeleton label="operations" shape="tall-rows" />}
      {list.data && rows.length === 0 && (
        <EmptyState icon="clock" title="No operations yet">
          Operations of all accounts and projects appear here until they end, also across restarts: running,
          failed and when they are retried.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <OperationFilters rows={rows} filter={filter} onFilter={setFilter} field={field} />
          <OperationsAndDetail rows={shown} open={open} lanes={lanes} onShowAll={() => setFilter(ALL)} />
        </>
      )}
    </Screen>
  );
}

interface OperationFiltersProps {
  rows: readonly TrackedOperationView[];
  filter: OperationFilter;
  onFilter(filter: OperationFilter): void;
  field: RefObject<HTMLInputElement | null>;
}

/** Which operations are shown: by state, action, account, project and text. */
function OperationFilters({ rows, filter, onFilter, field }: OperationFiltersProps) {
  const { actions, accounts, projects } = choicesOf(rows);
  const change = (changed: Partial<OperationFilter>) => onFilter({ ...filter, ...changed });
  return (
    <Toolbar>
      <Segmented
        label="State"
        options={STATE_OPTIONS}
        value={filter.state}
        onChange={(state) => change({ state })}
      />
      <div className={styles.choice}>
        <Select
          label="Action"
          options={actions}
          value={filter.action}
          onChange={(action) => change({ action })}
        />
      </div>
      <div className={styles.choice}>
        <Select
          label="Account"
          options={accounts}
          value={filter.account}
          onChange={(account) => change({ account })}
        />
      </div>
      <div className={styles.choice}>
        <Select
          label="Project"
          options={projects}
          value={filter.project}
          onChange={(project) => change({ project })}
        />
      </div>
      <SearchInput
        label="Filter operations"
        value={filter.text}
        onChange={(text) => change({ text })}
        shortcut="/"
        field={field}
      />
      {isFiltered(filter) && (
        <Button size="small" tone="quiet" onClick={() => onFilter(ALL)}>
          Show all
        </Button>
      )}
    </Toolbar>
  );
}

interface OperationsAndDetailProps {
  rows: readonly TrackedOperationView[];
  open: TrackedOperationView | undefined;
  lanes: boolean;
  onShowAll(): void;
}

function OperationsAndDetail({ rows, open, lanes, onShowAll }: OperationsAndDetailProps) {
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
            No matches{" "}
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
