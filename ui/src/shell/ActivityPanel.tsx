import { type ReactNode, useEffect, useRef } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { Button } from "@/kit/control/Button";
import { Meter } from "@/kit/data/Meter";
import { Pill } from "@/kit/data/Pill";
import { formatDuration } from "@/kit/time/duration";
import styles from "./ActivityPanel.module.css";
import { type RunningJob, stripWord } from "./runningJob";
import { ACTIVITY } from "./words";

interface ActivityPanelProps {
  jobs: readonly RunningJob[];
  now: number;
  /** Below the last line: leads to where all of it is shown. */
  all?: ReactNode;
  onClose(): void;
}

/** All that runs now, above the strip. */
export function ActivityPanel({ jobs, now, all, onClose }: ActivityPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={ACTIVITY.running}
      className={styles.panel}
      onKeyDown={(event) => pressedKey(event) === "Escape" && onClose()}
    >
      <ul className={styles.list}>
        {jobs.map((job) => (
          <li key={job.id} className={styles.job}>
            <ActivityPanelLine job={job} time={formatDuration(now - job.startedAt)} onClose={onClose} />
          </li>
        ))}
      </ul>
      {all && <div className={styles.all}>{all}</div>}
    </section>
  );
}

/** One work: what, on what, how far, how long; opened by a click where it is shown somewhere whole. */
function ActivityPanelLine({ job, time, onClose }: { job: RunningJob; time: string; onClose(): void }) {
  const { open } = job;
  return (
    <>
      <Pill tone={job.failed ? "danger" : "progress"}>{stripWord(job)}</Pill>
      {open ? (
        <button
          type="button"
          className={styles.opener}
          title={job.subject}
          aria-label={ACTIVITY.open(job.verb, job.subject)}
          onClick={() => {
            onClose();
            open();
          }}
        >
          {job.subject}
        </button>
      ) : (
        <span className={styles.subject} title={job.subject}>
          {job.subject}
        </span>
      )}
      {job.progress !== undefined && (
        <Meter
          kind="progress"
          tone="progress"
          label={ACTIVITY.job(job.verb, job.subject)}
          value={job.progress}
          max={1}
          text={ACTIVITY.percent(Math.round(job.progress * 100))}
          className={styles.meter}
        />
      )}
      <span className={styles.time}>{time}</span>
      {job.cancel && (
        <Button size="small" onClick={job.cancel}>
          {ACTIVITY.cancel}
        </Button>
      )}
    </>
  );
}
