import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/kit/control/Button";
import { Meter } from "@/kit/data/Meter";
import { Pill } from "@/kit/data/Pill";
import { formatDuration } from "@/kit/time/duration";
import styles from "./ActivityPanel.module.css";
import { ACTIVITY } from "./words";
import { stripWord, type Work } from "./work";

interface ActivityPanelProps {
  works: readonly Work[];
  now: number;
  /** Below the last line: leads to where all of it is shown. */
  all?: ReactNode;
  onClose(): void;
}

/** All that runs now, above the strip. */
export function ActivityPanel({ works, now, all, onClose }: ActivityPanelProps) {
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
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <ul className={styles.list}>
        {works.map((work) => (
          <li key={work.id} className={styles.work}>
            <ActivityPanelLine work={work} time={formatDuration(now - work.startedAt)} onClose={onClose} />
          </li>
        ))}
      </ul>
      {all && <div className={styles.all}>{all}</div>}
    </section>
  );
}

/** One work: what, on what, how far, how long; opened by a click where it is shown somewhere whole. */
function ActivityPanelLine({ work, time, onClose }: { work: Work; time: string; onClose(): void }) {
  const { open } = work;
  return (
    <>
      <Pill tone={work.failed ? "danger" : "progress"}>{stripWord(work)}</Pill>
      {open ? (
        <button
          type="button"
          className={styles.opener}
          aria-label={ACTIVITY.open(work.verb, work.subject)}
          onClick={() => {
            onClose();
            open();
          }}
        >
          {work.subject}
        </button>
      ) : (
        <span className={styles.subject}>{work.subject}</span>
      )}
      {work.progress !== undefined && (
        <Meter
          kind="progress"
          tone="progress"
          label={ACTIVITY.work(work.verb, work.subject)}
          value={work.progress}
          max={1}
          text={ACTIVITY.percent(Math.round(work.progress * 100))}
          className={styles.meter}
        />
      )}
      <span className={styles.time}>{time}</span>
      {work.cancel && (
        <Button size="small" onClick={work.cancel}>
          {ACTIVITY.cancel}
        </Button>
      )}
    </>
  );
}
