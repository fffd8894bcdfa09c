import type { ReactNode } from "react";
import styles from "./Gallery.module.css";

/** One row of the gallery: a name and what it looks like. */
export function Sample({
  name,
  stack = false,
  children,
}: {
  name: string;
  stack?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.sample}>
      <span className={styles.name}>{name}</span>
      <div className={stack ? styles.stack : styles.row}>{children}</div>
    </div>
  );
}
