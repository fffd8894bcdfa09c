import type { ReactNode } from "react";
import styles from "./RowName.module.css";

/** The first cell of a tall row: the name, and under it what tells it apart. Words that have no room end in a tooltip. */
export function RowName({ name, detail }: { name: ReactNode; detail?: ReactNode }) {
  return (
    <div className="ui-shrinks">
      <b className={styles.name} title={wordsOf(name)}>
        {name}
      </b>
      {detail && (
        <small className={styles.detail} title={wordsOf(detail)}>
          {detail}
        </small>
      )}
    </div>
  );
}

const wordsOf = (content: ReactNode) => (typeof content === "string" ? content : undefined);
