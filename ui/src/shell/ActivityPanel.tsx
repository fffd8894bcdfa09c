import { useEffect, useRef } from "react";
import { Button } from "@/kit/control/Button";
import { Meter } from "@/kit/data/Meter";
import { Pill } from "@/kit/data/Pill";
import { formatDuration } from "@/kit/time/duration";
import styles from "./ActivityPanel.module.css";
import type { Work } from "./ActivityStrip";

interface ActivityPanelProps {
  works: readonly Work[];
  now: number;
  onClose(): void;
}

/** All that runs now, above the strip. */
export function ActivityPanel({ works, now, onClose }: ActivityPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Running now"
      className={styles.panel}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <ul className={styles.list}>
        {works.map((work) => (
          <li key={work.id} className={styles.work}>
            <Pill tone="progress">{work.verb}</Pill>
            <span className={styles.subject}>{work.subject}</span>
            {work.progress !== undefined && (
              <Meter
                kind="progress"
                tone="progress"
                label={`${work.verb} ${work.subject}`}
                value={work.progress}
                max={1}
                text={`${Math.round(work.progress * 100)} percent`}
                className={styles.meter}
              />
            )}
            <span className={styles.time}>{formatDuration(now - work.startedAt)}</span>
            {work.cancel && (
              <Button size="small" onClick={work.cancel}>
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
