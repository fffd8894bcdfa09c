import type { ReactNode } from "react";
import styles from "./Notices.module.css";

/** What must be known before the list below is read. It takes no room while there is nothing to say. */
export function Notices({ testId, children }: { testId?: string; children?: ReactNode }) {
  return (
    <div className={styles.notices} data-testid={testId}>
      {children}
    </div>
  );
}
