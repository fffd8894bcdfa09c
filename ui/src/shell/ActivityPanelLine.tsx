import { Button } from "@/kit/control/Button";
import { Meter } from "@/kit/data/Meter";
import { Pill } from "@/kit/data/Pill";
import styles from "./ActivityPanel.module.css";
import { stripWord, type Work } from "./work";

/** One work: what, on what, how far, how long; opened by a click where it is shown somewhere whole. */
export function ActivityPanelLine({ work, time, onClose }: { work: Work; time: string; onClose(): void }) {
  const { open } = work;
  return (
    <>
      <Pill tone={work.failed ? "danger" : "progress"}>{stripWord(work)}</Pill>
      {open ? (
        <button
          type="button"
          className={styles.opener}
          aria-label={`Open ${work.verb} ${work.subject}`}
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
          label={`${work.verb} ${work.subject}`}
          value={work.progress}
          max={1}
          text={`${Math.round(work.progress * 100)} percent`}
          className={styles.meter}
        />
      )}
      <span className={styles.time}>{time}</span>
      {work.cancel && (
        <Button size="small" onClick={work.cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}
