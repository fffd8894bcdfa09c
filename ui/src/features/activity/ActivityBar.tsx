import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { accountsQuery } from "@/data/queries";
import { outcomeLook } from "@/data/words";
import type { Outcome } from "@/ipc/generated";
import { SearchInput } from "@/kit/control/SearchInput";
import { Select } from "@/kit/control/Select";
import styles from "./Activity.module.css";
import type { Chosen } from "./filter";
import { activityActionsQuery } from "./queries";

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
export function ActivityBar({ chosen, onChange, field }: ActivityBarProps) {
  const accounts = useQuery(accountsQuery);
  const actions = useQuery(activityActionsQuery);
  return (
    <search className={styles.bar} aria-label="Filter of the log">
      <SearchInput
        label="Filter by words or ids"
        placeholder="Words, names, ids…"
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
          { value: ANY, label: "Every account" },
          ...(accounts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label="How it ended"
        value={chosen.outcome || ANY}
        onChange={(outcome) => onChange({ outcome: outcome === ANY ? "" : outcome })}
        options={[
          { value: ANY, label: "However it ended" },
          ...OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeLook(outcome).word })),
        ]}
      />
      <Select
        label="Action"
        value={chosen.action || ANY}
        onChange={(action) => onChange({ action: unlessAny(action) })}
        options={[
          { value: ANY, label: "Every action" },
          ...(actions.data ?? []).map((action) => ({ value: action, label: action })),
        ]}
      />
    </search>
  );
}
