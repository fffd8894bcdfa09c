import { localTime } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import type { RunningView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Card } from "@/kit/layout/Card";
import { formatDuration } from "@/kit/time/duration";
import { SECOND, useNow } from "@/kit/time/useNow";
import { ClockSpan } from "./ClockSpan";
import { advancing } from "./mutations";
import styles from "./Sandbox.module.css";

const STEPS = [
  { label: "1 h", seconds: 3_600 },
  { label: "24 h", seconds: 86_400 },
  { label: "71 h 45 min", seconds: 258_300 },
];

/** The sandbox's own time. It only goes forward, and databases expire by it. */
export function ClockCard({ running }: { running: RunningView }) {
  const advance = useWork(advancing);
  const now = useNow(SECOND) + running.clockOffsetMs;
  const moved = Math.round(running.clockOffsetMs / 1000);
  return (
    <Card title="Clock">
      <p className={styles.time} data-testid="sandbox-clock">
        {localTime(now)}
        <span className={styles.quiet}>
          {Math.abs(moved) < 2
            ? " as on this machine"
            : ` ${formatDuration(moved * 1000)} ahead of this machine`}
        </span>
      </p>
      <div className={styles.buttons}>
        {STEPS.map(({ label, seconds }) => (
          <Button
            key={label}
            size="small"
            disabled={advance.underWay}
            onClick={() => void advance.start(seconds)}
          >
            + {label}
          </Button>
        ))}
      </div>
      <ClockSpan
        busy={advance.underWay}
        onMove={async (seconds) => (await advance.start(seconds)) !== undefined}
      />
      {advance.failure && <Failure title="The clock was not moved" error={advance.failure.error} />}
      <p className={cx(styles.quiet, styles.spaced)}>
        It goes forward only. Temporary databases expire by this clock.
      </p>
    </Card>
  );
}
