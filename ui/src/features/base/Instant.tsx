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

/** An instant, wherever one is shown: "2 min ago" by the clock it was read from, exact on hover. */
export function Instant({ clock, ...shown }: InstantProps) {
  if (clock === "here") return <Shown {...shown} ahead={0} />;
  // Tables draw these by the dozen while they scroll, and looking an account's clock up is most of what one costs.
  if ("ahead" in clock) return <Shown {...shown} ahead={clock.ahead} />;
  return <OfAccount {...shown} account={clock.account} />;
}

type ShownProps = Omit<InstantProps, "clock">;

function OfAccount({ account, ...shown }: ShownProps & { account: string }) {
  return <Shown {...shown} ahead={useClockOffset(account)} />;
}

function Shown({ at, missing, ahead }: ShownProps & { ahead: number }) {
  if (at !== null) return <RelativeTime instant={at} clockOffset={ahead} />;
  if (missing !== undefined) return <span className={styles.quiet}>{missing}</span>;
  return (
    <span className={styles.quiet} title={FIELDS.notReported}>
      –
    </span>
  );
}
