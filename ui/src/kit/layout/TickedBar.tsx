import type { ReactNode } from "react";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { LIST } from "@/kit/words";
import styles from "./TickedBar.module.css";

interface TickedBarProps {
  /** Names the bar: "Selected projects". */
  label: string;
  /** How many: "3". */
  count: string;
  /** How many of them the filter hides. */
  hidden: number;
  /** What is copied as JSON. */
  value: unknown;
  onClear(): void;
  /** What can be done with all of them. */
  children: ReactNode;
}

/** What is ticked in a list, and what can be done with all of it at once; for a table's `selection`. */
export function TickedBar({ label, count, hidden, value, onClear, children }: TickedBarProps) {
  const words = LIST.selected(count, hidden);
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      <span role="status" className={styles.words} title={words}>
        {words}
      </span>
      <Button tone="quiet" size="small" onClick={onClear}>
        {LIST.clear}
      </Button>
      <span className="ui-space" />
      <CopyJson value={value} label={words} />
      {children}
    </div>
  );
}
