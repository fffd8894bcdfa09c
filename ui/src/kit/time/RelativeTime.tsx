import { instantOf, isoOf } from "@/time/clock";
import { formatExact, formatRelative } from "./duration";
import styles from "./Time.module.css";
import { MINUTE, useNow } from "./useNow";

interface RelativeTimeProps {
  /** Milliseconds since 1970, or as the core writes an instant. */
  instant: number | string;
  /** How far the clock that gave the instant is ahead of this machine's, in milliseconds. */
  clockOffset: number;
}

/** "2 min ago"; the exact time on hover and for machines. Features show an instant by `Instant`, which knows the clock. */
export function RelativeTime({ instant, clockOffset }: RelativeTimeProps) {
  const now = useNow(MINUTE);
  const at = instantOf(instant);
  const local = at - clockOffset;
  return (
    <time dateTime={isoOf(at)} title={formatExact(local)} className={styles.time}>
      {formatRelative(local, now)}
    </time>
  );
}
