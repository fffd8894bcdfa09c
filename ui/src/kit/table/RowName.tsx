import type { ReactNode } from "react";
import { CutMiddle } from "@/kit/data/CutMiddle";
import styles from "./RowName.module.css";

/**
 * The first cell of a row: the name, and in a tall one under it what tells it apart. A name that has no room is cut in its
 * middle and whole in a tooltip.
 */
export function RowName({ name, detail }: { name: ReactNode; detail?: ReactNode }) {
  return (
    <div className="ui-shrinks">
      <b className={styles.name} title={wordsOf(name)}>
        {typeof name === "string" ? <CutMiddle>{name}</CutMiddle> : name}
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
