import { instantOf, isoOf } from "@/time/clock";
import { formatDate } from "./formatDate";
import { formatRelative } from "./formatRelative";
import styles from "./Time.module.css";
import { MINUTE, useNow } from "./useNow";

interface RelativeTimeProps {
  /** Milliseconds since 1970, or as the core writes an instant. */
  instant: number | string;
  /** How far the clock that gave the instant is ahead of this machine's, in milliseconds. */
  clockOffset: number;
}

/** "2 min ago" by the clock that gave the instant; the exact time on hover and for machines. Features show an instant by `Instant`, which knows the clock. */
export function RelativeTime({ instant, clockOffset }: RelativeTimeProps) {
  const now = useNow(MINUTE);
  const at = instantOf(instant);
  return (
    <time dateTime={isoOf(at)} title={formatDate(at, clockOffset, "exact")} className={styles.time}>
      {formatRelative(at, now + clockOffset)}
    </time>
  );
}
