import styles from "./ByteSize.module.css";
import { exactBytes, formatBytes } from "./bytes";

/** A size in human units, the exact one on hover, with what else is to be said of it. */
export function ByteSize({ bytes, note }: { bytes: number; note?: string | undefined }) {
  const exact = exactBytes(bytes);
  return (
    <span title={note ? `${exact}\n${note}` : exact} className={styles.size}>
      {formatBytes(bytes)}
    </span>
  );
}
