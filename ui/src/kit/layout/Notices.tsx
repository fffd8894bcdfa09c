import type { ReactNode } from "react";
import { useUnlessPointed } from "@/kit/table/pointed";
import styles from "./Notices.module.css";

/**
 * What must be known before the list below is read. It takes no room while there is nothing to say, and changes by what happens
 * elsewhere only while the pointer is not over the rows that this would move.
 */
export function Notices({ testId, children }: { testId?: string; children?: ReactNode }) {
  const settled = useUnlessPointed(children);
  return (
    <div className={styles.notices} data-testid={testId}>
      {settled}
    </div>
  );
}
