import type { ReactNode } from "react";
import styles from "./NothingFits.module.css";

/** Said in place of rows where there are some, and none of them is what was looked for. */
export function NothingFits({ children }: { children: ReactNode }) {
  return (
    <p className={styles.words} role="status">
      {children}
    </p>
  );
}
