import type { ReactNode } from "react";
import styles from "./Tag.module.css";

/** A small word beside a name that says what kind of thing it is. Not a state: those are pills. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
