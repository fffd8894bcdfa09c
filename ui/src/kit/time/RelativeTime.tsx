import { formatExact, formatRelative } from "./duration";
import styles from "./Time.module.css";
import { MINUTE, useNow } from "./useNow";

interface RelativeTimeProps {
  /** Milliseconds since 1970. */
  instant: number;
  /** How far the clock that gave the instant is ahead of this machine's, in milliseconds. */
  clockOffset?: number;
}

/** "2 min ago"; the exact time on hover and for machines. */
export function RelativeTime({ instant, clockOffset = 0 }: RelativeTimeProps) {
  const now = useNow(MINUTE);
  const local = instant - clockOffset;
  return (
    <time dateTime={new Date(instant).toISOString()} title={formatExact(local)} className={styles.time}>
      {formatRelative(local, now)}
    </time>
  );
}
