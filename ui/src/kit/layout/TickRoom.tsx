import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import styles from "./TickRoom.module.css";

interface TickRoomProps {
  /** What can be done with what is ticked; nothing while nothing is. */
  ticked: ReactNode;
  /** The field that the bar begins with stays in sight. */
  keepsField?: boolean;
  /** The bar above the list. */
  children: ReactNode;
}

/**
 * The bar above a list, and in its place what can be done with what is ticked. The room is there before the first tick, so
 * no row moves under the pointer.
 */
export function TickRoom({ ticked, keepsField = false, children }: TickRoomProps) {
  const isTicked = Boolean(ticked);
  return (
    <div className={styles.room}>
      <div className={cx(isTicked && (keepsField ? styles.field : styles.hidden))}>{children}</div>
      {isTicked && <div className={cx(styles.over, keepsField && styles.afterField)}>{ticked}</div>}
    </div>
  );
}
