import { type ReactNode, useRef, useState } from "react";
import { Pill } from "@/kit/data/Pill";
import { Icon } from "@/kit/icon/Icon";
import { formatDuration } from "@/kit/time/duration";
import { SECOND, useNow } from "@/kit/time/useNow";
import { ActivityPanel } from "./ActivityPanel";
import styles from "./ActivityStrip.module.css";
import { useAnnouncement } from "./useAnnouncement";

/** Something that runs now. */
export interface Work {
  id: string;
  /** What is done: "start_compute", "Creating". */
  verb: string;
  /** To what: "shop-prod / main". */
  subject: string;
  /** Milliseconds since 1970, by this machine's clock. */
  startedAt: number;
  /** How far it is, from 0 to 1, where that is known. */
  progress?: number;
  cancel?(): void;
}

interface ActivityStripProps {
  works: readonly Work[];
  /** At the far right: whose works these are. */
  scope?: string;
  /** Leads to what ran before. */
  log?: ReactNode;
}

const SHOWN = 2;

/** The strip at the window's bottom that says what runs now, and opens into a panel with all of it. */
export function ActivityStrip({ works, scope, log }: ActivityStripProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const now = useNow(works.length > 0 ? SECOND : undefined);
  const announcement = useAnnouncement(works);
  const close = () => {
    opener.current?.focus();
    setOpen(false);
  };
  const summary = works.length === 0 ? "Nothing is running" : `${works.length} running`;
  return (
    <section className={styles.strip} aria-label="Activity">
      {works.slice(0, SHOWN).map((work, index) => (
        <span key={work.id} className={styles.work}>
          {index > 0 && <span className={styles.dot}>·</span>}
          {index === 0 ? <Pill tone="progress">{work.verb}</Pill> : `${work.verb} ·`}
          <span className={styles.subject}>{work.subject}</span>
          <span className={styles.time}>· {formatDuration(now - work.startedAt)}</span>
        </span>
      ))}
      <span className={styles.space} />
      {log}
      {works.length === 0 ? (
        <span className={styles.quiet}>{summary}</span>
      ) : (
        <button
          ref={opener}
          type="button"
          className={styles.open}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {summary}
          {scope && ` · ${scope}`}
          <Icon name={open ? "chevronDown" : "chevronUp"} />
        </button>
      )}
      {open && works.length > 0 && <ActivityPanel works={works} now={now} onClose={close} />}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </section>
  );
}
