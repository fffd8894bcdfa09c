import styles from "./CutMiddle.module.css";
import { isCuttable, middleOf } from "./cut";

/** A name that is cut in its middle where its room ends: things of a kind begin alike and end apart. */
export function CutMiddle({ children }: { children: string }) {
  if (!isCuttable(children)) return children;
  const [begin, end] = middleOf(children);
  return (
    <span
      className={styles.cut}
      dir="auto"
      onCopy={(event) => {
        event.clipboardData.setData("text/plain", children);
        event.preventDefault();
      }}
    >
      <span aria-hidden="true" className={styles.begin}>
        {begin}
      </span>
      <span aria-hidden="true" className={styles.end}>
        {end}
      </span>
      <span className="visually-hidden">{children}</span>
    </span>
  );
}
