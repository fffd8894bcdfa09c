import { TIME } from "@/kit/words";
import { currentTime } from "@/time/clock";
import { formatDuration, spokenDuration } from "./duration";
import { formatDate } from "./formatDate";
import styles from "./Time.module.css";
import { HOUR, MINUTE, SECOND, useNow } from "./useNow";

interface CountdownProps {
  /** The instant it counts to, in milliseconds since 1970 by the other side's clock. */
  until: number;
  /** How far the other side's clock is ahead of this machine's, in milliseconds. */
  clockOffset: number;
  /** What is said when the instant has passed. */
  over?: string;
}

/** What is left until an instant: by the second in the last hour, by the minute before. */
function remaining(until: number, clockOffset: number, now: number): number {
  return Math.max(0, until - (now + clockOffset));
}

/** The time left. A screen reader finds it when it looks, and never hears its ticking. */
export function Countdown({ until, clockOffset, over = TIME.over }: CountdownProps) {
  const left = useTimeLeft(until, clockOffset);
  return (
    // A title, not a Tooltip: tables draw these by the hundred while they scroll.
    <span
      role="timer"
      aria-live="off"
      aria-label={label(left, over)}
      title={formatDate(until, clockOffset, "exact")}
      className={styles.time}
    >
      {left === 0 ? over : text(left)}
    </span>
  );
}

/** The milliseconds left, ticking as often as it can be seen to change. */
export function useTimeLeft(until: number, clockOffset: number): number {
  const left = remaining(until, clockOffset, currentTime());
  const step = left === 0 ? undefined : left < HOUR + MINUTE ? SECOND : MINUTE;
  return remaining(until, clockOffset, useNow(step));
}

/** Above an hour seconds would only flicker. */
function text(left: number): string {
  return formatDuration(left >= HOUR ? left - (left % MINUTE) : left);
}

function label(left: number, over: string): string {
  return left === 0 ? over : TIME.left(spokenDuration(left));
}
