import type { ReactNode } from "react";
import styles from "./Pane.module.css";

/** What fills the rest of a screen from top to bottom: a bar, notices, and a list that scrolls within it. */
export function Pane({ children }: { children: ReactNode }) {
  return <div className={styles.pane}>{children}</div>;
}
