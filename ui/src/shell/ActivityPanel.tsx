import { type ReactNode, useEffect, useRef } from "react";
import { formatDuration } from "@/kit/time/duration";
import styles from "./ActivityPanel.module.css";
import { ActivityPanelLine } from "./ActivityPanelLine";
import type { Work } from "./work";

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
      aria-label="Running now"
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
