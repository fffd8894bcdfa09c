import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef } from "react";
import { accountsQuery } from "@/data/queries";
import type { TrackedOperationView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { Toolbar } from "@/kit/layout/Toolbar";
import {
  ALL,
  actionChoices,
  type HistoryFilter,
  isFiltered,
  STATE_OPTIONS,
  whereChoices,
  whereOfValue,
  whereValue,
} from "./filter";
import styles from "./History.module.css";
import { activityActionsQuery } from "./queries";
import type { HistoryViewName } from "./useViewName";
import { FILTER, words } from "./words";

const VIEWS = [
  { value: "timeline", label: FILTER.timeline },
  { value: "list", label: FILTER.list },
] as const;

interface HistoryFiltersProps {
  /** What there is to choose from. */
  rows: readonly TrackedOperationView[];
  filter: HistoryFilter;
  onFilter(filter: HistoryFilter): void;
  /** Its place is chosen elsewhere. */
  ofProject: boolean;
  view: HistoryViewName;
  onView(view: HistoryViewName): void;
  tools: ReactNode;
}

/** How the history is shown, and what of it: by text, state, action and place. */
export function HistoryFilters(props: HistoryFiltersProps) {
  const { rows, filter, onFilter, ofProject, view, onView, tools } = props;
  const field = useRef<HTMLInputElement>(null);
  const accounts = useQuery(accountsQuery).data;
  const logged = useQuery(activityActionsQuery).data;
  const actions = useMemo(() => actionChoices(rows, logged ?? []), [rows, logged]);
  const places = useMemo(() => whereChoices(accounts ?? [], rows), [accounts, rows]);
  const change = (changed: Partial<HistoryFilter>) => onFilter({ ...filter, ...changed });
  const narrowed = isFiltered(filter) || (!ofProject && whereValue(filter.where) !== whereValue(ALL.where));
  return (
    <Toolbar tools={tools}>
      <Segmented label={FILTER.view} options={VIEWS} value={view} onChange={onView} />
      <div className={styles.search}>
        <SearchInput
          label={FILTER.filter}
          value={filter.text}
          onChange={(text) => change({ text })}
          shortcut
          field={field}
        />
      </div>
      <div className={styles.choice}>
        <Select
          label={FILTER.state}
          options={STATE_OPTIONS}
          value={filter.state}
          onChange={(state) => change({ state })}
        />
      </div>
      <div className={styles.choice}>
        <Select
          label={FILTER.action}
          options={actions}
          value={filter.action}
          onChange={(action) => change({ action })}
        />
      </div>
      {!ofProject && (
        <div className={styles.choice}>
          <Select
            label={FILTER.where}
            options={places}
            value={whereValue(filter.where)}
            onChange={(value) => change({ where: whereOfValue(value) })}
          />
        </div>
      )}
      {narrowed && (
        <Button
          size="small"
          tone="quiet"
          aria-label={words.clearFilters}
          onClick={() => {
            onFilter({ ...ALL, ...(ofProject && { where: filter.where }) });
            field.current?.focus();
          }}
        >
          {words.clear}
        </Button>
      )}
    </Toolbar>
  );
}
