import { useClockOffset } from "@/data/clockOffset";
import { RelativeTime } from "@/kit/time/RelativeTime";
import styles from "./Instant.module.css";
import { FIELDS } from "./words";

/** Whose clock an instant was read from: this machine's, that of an account, or one that is so many milliseconds ahead. */
export type Clock = "here" | { account: string } | { ahead: number };

interface InstantProps {
  /** As the core writes it, or milliseconds since 1970; null where it is not known. */
  at: string | number | null;
  clock: Clock;
  /** What stands for one that is not known. */
  missing?: string;
}

/** How far that clock is ahead of this machine's, in milliseconds. */
function useAhead(clock: Clock): number {
  const ofAccount = useClockOffset(
    typeof clock === "object" && "account" in clock ? clock.account : undefined,
  );
  return typeof clock === "object" && "ahead" in clock ? clock.ahead : ofAccount;
}

/** An instant, wherever one is shown: "2 min ago" by the clock it was read from, exact on hover. */
export function Instant({ at, clock, missing }: InstantProps) {
  const ahead = useAhead(clock);
  if (at !== null) return <RelativeTime instant={at} clockOffset={ahead} />;
  if (missing !== undefined) return <span className={styles.quiet}>{missing}</span>;
  return (
    <span className={styles.quiet} title={FIELDS.notReported}>
      –
    </span>
  );
}
