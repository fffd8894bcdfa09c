import type { ReactNode } from "react";
import styles from "./Toolbar.module.css";

interface ToolbarProps {
  /** What chooses which rows are shown. */
  children?: ReactNode;
  /** How many are shown, in words; read aloud when it changes. */
  count?: ReactNode;
  /** Buttons at the end, the main one last. */
  tools?: ReactNode;
}

/** The line above a list: what narrows it, how much there is, what can be done with it. */
export function Toolbar({ children, count, tools }: ToolbarProps) {
  return (
    <div className={styles.bar}>
      {children}
      {(count !== undefined || tools) && <span className="ui-space" />}
      {count !== undefined && (
        <span className={styles.count} role="status">
          {count}
        </span>
      )}
      {tools}
    </div>
  );
}
