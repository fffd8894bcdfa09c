import type { ReactNode } from "react";
import styles from "./Actions.module.css";

/** Buttons side by side, on as many lines as they need. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
