import type { ReactNode } from "react";
import styles from "./Unbroken.module.css";

interface UnbrokenProps {
  /** The exact value, where what is shown is rounded. */
  title?: string;
  children: ReactNode;
}

/** A value that reads wrong when a line ends within it: "0.5-3", "12 CU-h". */
export function Unbroken({ title, children }: UnbrokenProps) {
  return (
    <span className={styles.unbroken} title={title}>
      {children}
    </span>
  );
}
