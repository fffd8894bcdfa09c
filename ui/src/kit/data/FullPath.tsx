import type { ReactNode } from "react";
import styles from "./FullPath.module.css";

/** Where a thing is, from the outermost name inwards: what a question about it means beyond doubt. */
export function FullPath({ children }: { children: ReactNode }) {
  return <p className={styles.path}>{children}</p>;
}
