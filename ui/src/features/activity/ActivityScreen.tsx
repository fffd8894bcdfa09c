import { useInfiniteQuery, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useDeferredValue, useRef, useState } from "react";
import { counted } from "@/data/format";
import { accountsQuery } from "@/data/queries";
import { outcomeLook } from "@/data/words";
import { useFailure, useWork } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/accounts/Failure";
import type { ActivityFilter, Outcome } from "@/ipc/generated";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Select } from "@/kit/control/Select";
import { CopyJson } from "@/kit/data/CopyJson";
import { FilePath } from "@/kit/data/FilePath";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Activity.module.css";
import { ActivityTable } from "./ActivityTable";
import { type Exported, exporting } from "./actions";
import { activityActionsQuery, activityQuery } from "./queries";

/** What was done here, newest first, without any secret in it. */
export function ActivityScreen() {
  const [chosen, setChosen] = useState(EVERYTHING);
  const filter = filterOf(useDeferredValue(chosen));
  const activity = useInfiniteQuery(activityQuery(filter));
  const exports = useWork(exporting);
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);
  const rows = activity.data?.pages.flatMap((page) => page.items) ?? [];
  const clear = () => {
    setChosen(EVERYTHING);
    field.current?.focus();
  };
  const more = activity.hasNextPage && (
    <Button size="small" busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
      Load older entries
    </Button>
  );
  return (
    <Screen
      title="Activity"
      tools={
        rows.length > 0 && (
          <>
            <CopyJson value={rows} label="shown entries" />
            <Button
              size="small"
              icon="download"
              busy={exports.underWay}
              onClick={() => void exports.start(filterOf(chosen))}
            >
              Export…
            </Button>
          </>
        )
      }
    >
      <ActivityBar
        chosen={chosen}
        onChange={(changed) => setChosen((now) => ({ ...now, ...changed }))}
        field={field}
      />
      <Notices>
        <ExportNotice />
        {activity.error && (
          <Failure
            title={rows.length > 0 ? "Couldn’t load more entries" : "Couldn’t load the activity log"}
            error={activity.error}
            onRetry={() => void (rows.length > 0 ? activity.fetchNextPage() : activity.refetch())}
          />
        )}
      </Notices>
      {activity.isPending && <Skeleton label="the activity log" />}
      {activity.data && rows.length === 0 && <Nothing filtered={isFiltered(filter)} onClear={clear} />}
      {rows.length > 0 && <ActivityTable rows={rows} footer={more} />}
    </Screen>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  if (filtered) {
    return (
      <EmptyState
        icon="filter"
        title="No matching entries"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        No entries match the filters above.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="pulse" title="No activity yet">
      Everything you do in Plinth is logged here: the action, where, the result and the platform’s request ID.
      Secrets are never logged.
    </EmptyState>
  );
}

/** Stands for no wish in a list of choices: an empty value would be no choice at all. */
const ANY = "any";

const unlessAny = (value: string): string => (value === ANY ? "" : value);

const OUTCOMES: readonly Outcome[] = ["done", "failed", "unclear", "cancelled"];

interface ActivityBarProps {
  chosen: Chosen;
  onChange(changed: Partial<Chosen>): void;
  field: RefObject<HTMLInputElement | null>;
}

/** What of the log is shown. */
function ActivityBar({ chosen, onChange, field }: ActivityBarProps) {
  const accounts = useQuery(accountsQuery);
  const actions = useQuery(activityActionsQuery);
  return (
    <search className={styles.bar} aria-label="Filter the log">
      <SearchInput
        label="Filter by text or ID"
        placeholder="Text, names, IDs…"
        shortcut="/"
        value={chosen.text}
        onChange={(text) => onChange({ text })}
        field={field}
      />
      <Select
        label="Account"
        value={chosen.accountId || ANY}
        onChange={(accountId) => onChange({ accountId: unlessAny(accountId) })}
        options={[
          { value: ANY, label: "All accounts" },
          ...(accounts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label="Result"
        value={chosen.outcome || ANY}
        onChange={(outcome) => onChange({ outcome: outcome === ANY ? "" : outcome })}
        options={[
          { value: ANY, label: "All results" },
          ...OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeLook(outcome).word })),
        ]}
      />
      <Select
        label="Action"
        value={chosen.action || ANY}
        onChange={(action) => onChange({ action: unlessAny(action) })}
        options={[
          { value: ANY, label: "All actions" },
          ...(actions.data ?? []).map((action) => ({ value: action, label: action })),
        ]}
      />
    </search>
  );
}

/** What became of the last export: how many entries are where, or why there are none. */
function ExportNotice() {
  const client = useQueryClient();
  const failure = useFailure(exporting.key);
  const done = useMutationState<Exported | null>({
    filters: { mutationKey: exporting.key, exact: true, status: "success" },
    select: ({ state }) => exportedOf(state.data),
  }).at(-1);
  const dismiss = () => {
    const cache = client.getMutationCache();
    for (const each of cache.findAll({ mutationKey: exporting.key, exact: true })) cache.remove(each);
  };
  if (failure) {
    return <WorkRefusal failure={failure} title="Couldn’t export the log" dismissible />;
  }
  if (!done) return null;
  return (
    <Notice
      tone="ok"
      role="status"
      actions={
        <Button size="small" tone="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      {counted(done.count, "entry", "entries")} exported to <FilePath path={done.path} />.
    </Notice>
  );
}

/** The cache of works knows nothing of their types. */
function exportedOf(data: unknown): Exported | null {
  if (typeof data !== "object" || data === null || !("count" in data) || !("path" in data)) return null;
  const { count, path } = data;
  return typeof count === "number" && typeof path === "string" ? { count, path } : null;
}

/** What was chosen in the filter bar; an empty word is no wish. */
interface Chosen {
  accountId: string;
  outcome: Outcome | "";
  action: string;
  text: string;
}

const EVERYTHING: Chosen = { accountId: "", outcome: "", action: "", text: "" };

/** Only what is wished for, so that two ways of wishing for nothing are one. */
function filterOf({ accountId, outcome, action, text }: Chosen): ActivityFilter {
  const words = text.trim();
  return {
    ...(accountId !== "" && { accountId }),
    ...(outcome !== "" && { outcome }),
    ...(action !== "" && { action }),
    ...(words !== "" && { text: words }),
  };
}

function isFiltered(filter: ActivityFilter): boolean {
  return Object.keys(filter).length > 0;
}
