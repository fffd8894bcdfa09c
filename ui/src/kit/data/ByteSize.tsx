import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./ByteSize.module.css";
import { exactBytes, formatBytes } from "./bytes";

/** A size in human units, the exact one on hover. */
export function ByteSize({ bytes }: { bytes: number }) {
  return (
    <Tooltip text={exactBytes(bytes)}>
      <span className={styles.size}>{formatBytes(bytes)}</span>
    </Tooltip>
  );
}
