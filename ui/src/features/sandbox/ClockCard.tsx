import { type FormEvent, useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import { useShownErrors } from "@/features/base/useShownErrors";
import type { RunningView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { TextInput } from "@/kit/control/TextInput";
import { cx } from "@/kit/cx";
import { Card } from "@/kit/layout/Card";
import { openDialog } from "@/kit/overlay/dialogs";
import { formatDate } from "@/kit/time/formatDate";
import { SECOND, useNow } from "@/kit/time/useNow";
import { advancing, weighing } from "./mutations";
import styles from "./Sandbox.module.css";
import { CLOCK } from "./words";

/** The last one brings a new temporary database to its last warning. */
const STEPS = [
  { seconds: 3_600, label: "1 h" },
  { seconds: 86_400, label: "24 h" },
  { seconds: 258_300, label: "71 h 45 min" },
];

/** The sandbox's own time. It only goes forward, and databases expire by it. */
export function ClockCard({ running }: { running: RunningView }) {
  const clock = useClock();
  const now = useNow(SECOND) + running.clockOffsetMs;
  const moved = Math.round(running.clockOffsetMs / 1000);
  return (
    <Card title={CLOCK.title}>
      <p className="ui-figures" data-testid="sandbox-clock">
        {formatDate(now, 0)}
        <span className={styles.quiet}>
          {" · "}
          {Math.abs(moved) < 2 ? CLOCK.inSync : CLOCK.ahead(moved * 1000)}
        </span>
      </p>
      <div className={styles.buttons}>
        {STEPS.map(({ seconds, label }) => (
          <Button
            key={seconds}
            size="small"
            disabled={clock.underWay}
            onClick={() => void clock.move(seconds)}
          >
            + {label}
          </Button>
        ))}
      </div>
      <ClockSpan busy={clock.underWay} onMove={clock.move} />
      <MutationRefusal failure={clock.failure} title={CLOCK.unmoved} dismissible />
      <p className={cx(styles.quiet, styles.spaced)}>{CLOCK.onlyForward}</p>
    </Card>
  );
}

interface ClockSpanProps {
  busy: boolean;
  /** Resolves to whether the clock was moved; what was typed is kept when it was not. */
  onMove(seconds: number): Promise<boolean>;
}

/** Moves the clock by a span in words. */
function ClockSpan({ busy, onMove }: ClockSpanProps) {
  const [span, setSpan] = useState("");
  const seconds = parseSpan(span);
  const problem = span.trim() === "" ? CLOCK.missing : seconds === undefined ? CLOCK.fault : undefined;
  const { shown, showAll, hideAll, watch } = useShownErrors({ problem });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    showAll();
    if (seconds === undefined || !(await onMove(seconds))) return;
    setSpan("");
    hideAll();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate {...watch}>
      <div className={styles.inline}>
        <TextInput
          value={span}
          onChange={setSpan}
          aria-label={CLOCK.field}
          aria-invalid={shown.problem !== undefined || undefined}
          placeholder={CLOCK.example}
        />
        <Button submit busy={busy}>
          {CLOCK.move}
        </Button>
      </div>
      {shown.problem && (
        <p className={styles.fault} role="alert">
          {shown.problem}
        </p>
      )}
    </form>
  );
}

/** Moves the clock: at once where nothing is lost by it, else after a question that names what goes. */
function useClock() {
  const weigh = useMutationSpec(weighing);
  const advance = useMutationSpec(advancing);
  /** Resolves to whether the clock was moved. */
  const move = async (seconds: number): Promise<boolean> => {
    const lost = await weigh.start(seconds);
    if (!lost) return false;
    if (lost.length > 0) {
      openDialog({ dialog: "moveClock", seconds, lost });
      return false;
    }
    return (await advance.start(seconds)) !== undefined;
  };
  return {
    move,
    underWay: weigh.underWay || advance.underWay,
    failure: weigh.failure ?? advance.failure,
  };
}

const SECONDS: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 };
const PART = /(\d+(?:\.\d+)?)\s*(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)\b/gi;
const BETWEEN = /,|\band\b|\s/gi;

/** The seconds in `2 h 30 min`, `45m` or `3 days`; nothing when it is no span or no time at all. */
export function parseSpan(text: string): number | undefined {
  if (text.trim() === "" || text.replace(PART, "").replace(BETWEEN, "") !== "") return undefined;
  let seconds = 0;
  for (const [, count, unit = ""] of text.matchAll(PART)) {
    seconds += Number(count) * (SECONDS[unit.charAt(0).toLowerCase()] ?? 0);
  }
  return seconds >= 1 ? Math.round(seconds) : undefined;
}
