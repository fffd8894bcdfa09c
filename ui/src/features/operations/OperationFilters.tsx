import type { RefObject } from "react";
import type { TrackedOperationView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { Toolbar } from "@/kit/layout/Toolbar";
import { ALL, choicesOf, isFiltered, type OperationFilter, STATE_OPTIONS } from "./filter";
import styles from "./Operations.module.css";

interface OperationFiltersProps {
  rows: readonly TrackedOperationView[];
  filter: OperationFilter;
  onFilter(filter: OperationFilter): void;
  field: RefObject<HTMLInputElement | null>;
}

/** Which operations are shown: by state, action, account, project and text. */
export function OperationFilters({ rows, filter, onFilter, field }: OperationFiltersProps) {
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
        label="Filter the operations"
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
