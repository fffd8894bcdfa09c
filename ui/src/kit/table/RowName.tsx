import type { ReactNode } from "react";
import styles from "./RowName.module.css";

/** The first cell of a tall row: the name, and under it what tells it apart. */
export function RowName({ name, detail }: { name: ReactNode; detail?: ReactNode }) {
  return (
    <div className={styles.words}>
      <b className={styles.name}>{name}</b>
      {detail && <small className={styles.detail}>{detail}</small>}
    </div>
  );
}
