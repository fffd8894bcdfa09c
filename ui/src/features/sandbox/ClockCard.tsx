import { type FormEvent, useState } from "react";
import { localTime } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import type { RunningView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { TextInput } from "@/kit/control/TextInput";
import { Card } from "@/kit/layout/Card";
import { formatDuration } from "@/kit/time/duration";
import { SECOND, useNow } from "@/kit/time/useNow";
import { parseSpan } from "./clock";
import { advancing } from "./mutations";
import styles from "./Sandbox.module.css";

const STEPS = [
  { label: "1 h", seconds: 3_600 },
  { label: "24 h", seconds: 86_400 },
  { label: "71 h 45 min", seconds: 258_300 },
];

/** The sandbox's own time. It only goes forward, and databases expire by it. */
export function ClockCard({ running }: { running: RunningView }) {
  const [span, setSpan] = useState("");
  const [tried, setTried] = useState(false);
  const advance = useWork(advancing);
  const now = useNow(SECOND) + running.clockOffsetMs;
  const moved = Math.round(running.clockOffsetMs / 1000);
  const custom = parseSpan(span);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (custom === undefined) return;
    if (await advance.start(custom)) {
      setSpan("");
      setTried(false);
    }
  };
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
        <form className={styles.inline} onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            value={span}
            onChange={setSpan}
            aria-label="Move the clock forward by"
            aria-invalid={(tried && custom === undefined) || undefined}
            placeholder="such as 2 h 30 min"
          />
          <Button size="small" submit busy={advance.underWay}>
            Move forward
          </Button>
        </form>
      </div>
      {tried && custom === undefined && (
        <p className={styles.fault} role="alert">
          Type a span, such as 45 min or 2 h 30 min.
        </p>
      )}
      {advance.failure && <Failure title="The clock was not moved" error={advance.failure.error} />}
      <p className={styles.quiet}>It goes forward only. Temporary databases expire by this clock.</p>
    </Card>
  );
}
