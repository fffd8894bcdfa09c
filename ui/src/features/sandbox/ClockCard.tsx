import { Failure } from "@/features/accounts/Failure";
import type { RunningView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Card } from "@/kit/layout/Card";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { SECOND, useNow } from "@/kit/time/useNow";
import { ClockSpan } from "./ClockSpan";
import styles from "./Sandbox.module.css";
import { useClock } from "./useClock";

const STEPS = [
  { label: "1 h", seconds: 3_600 },
  { label: "24 h", seconds: 86_400 },
  { label: "71 h 45 min", seconds: 258_300 },
];

/** The sandbox's own time. It only goes forward, and databases expire by it. */
export function ClockCard({ running }: { running: RunningView }) {
  const clock = useClock();
  const now = useNow(SECOND) + running.clockOffsetMs;
  const moved = Math.round(running.clockOffsetMs / 1000);
  return (
    <Card title="Clock">
      <p className={styles.time} data-testid="sandbox-clock">
        {formatDate(now, 0)}
        <span className={styles.quiet}>
          {Math.abs(moved) < 2
            ? " as on this machine"
            : ` ${formatDuration(moved * 1000)} ahead of this machine`}
        </span>
      </p>
      <div className={styles.buttons}>
        {STEPS.map(({ label, seconds }) => (
          <Button key={label} size="small" disabled={clock.underWay} onClick={() => void clock.move(seconds)}>
            + {label}
          </Button>
        ))}
      </div>
      <ClockSpan busy={clock.underWay} onMove={clock.move} />
      {clock.failure && <Failure title="The clock was not moved" error={clock.failure.error} />}
      <p className={cx(styles.quiet, styles.spaced)}>
        It goes forward only. Temporary databases expire by this clock.
      </p>
    </Card>
  );
}
