import type { ReactNode } from "react";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import styles from "./TickedBar.module.css";

interface TickedBarProps {
  /** Names the bar: "Ticked projects". */
  label: string;
  /** How many, in words: "3 projects". */
  many: string;
  /** How many of them the filter hides. */
  hidden: number;
  /** What is copied as JSON. */
  value: unknown;
  onClear(): void;
  /** What can be done with all of them. */
  children: ReactNode;
}

/**
 * The line below a list that says what is ticked, and what can be done with all of it at once. It comes with the first tick:
 * above the list it would move the rows under the pointer, or stand in the place of what is there.
 */
export function TickedBar({ label, many, hidden, value, onClear, children }: TickedBarProps) {
  const words = `${many} selected${hidden > 0 ? `, ${hidden} hidden by the filter` : ""}`;
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      <span role="status" className={styles.words} title={words}>
        {words}
      </span>
      <CopyJson value={value} label={many} />
      <Button tone="quiet" onClick={onClear}>
        Clear
      </Button>
      {children}
    </div>
  );
}
