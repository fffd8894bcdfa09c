import styles from "./ByteSize.module.css";
import { exactBytes, formatBytes } from "./bytes";

/** A size in human units, the exact one on hover. */
export function ByteSize({ bytes }: { bytes: number }) {
  return (
    <span title={exactBytes(bytes)} className={styles.size}>
      {formatBytes(bytes)}
    </span>
  );
}
