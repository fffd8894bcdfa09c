import { type ReactNode, useEffect, useRef, useState } from "react";
import { Pill } from "@/kit/data/Pill";
import { Icon } from "@/kit/icon/Icon";
import { calmStepOf, formatCalm } from "@/kit/time/elapsed";
import { SECOND, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { ActivityPanel } from "./ActivityPanel";
import styles from "./ActivityStrip.module.css";
import { ACTIVITY, endedWords, startedWords } from "./words";
import { stripWord, type Work } from "./work";

interface ActivityStripProps {
  works: readonly Work[];
  /** At the far right: whose works these are. */
  scope?: string | undefined;
  /** Leads from the panel to where all of it is shown. It gets what closes the panel. */
  all?(close: () => void): ReactNode;
}

const SHOWN = 2;

/** The strip at the window's bottom that says what runs now, and opens into a panel with all of it. */
export function ActivityStrip({ works, scope, all }: ActivityStripProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // With the last task goes the panel: the next one must not open it by itself, and take the focus with it.
  if (open && works.length === 0) setOpen(false);
  const now = useNow(open ? SECOND : stripStepOf(works));
  const announcement = useAnnouncement(works);
  const close = () => {
    opener.current?.focus();
    setOpen(false);
  };
  return (
    <section className={styles.strip} aria-label={ACTIVITY.label}>
      {works.slice(0, SHOWN).map((work, index) => (
        <span key={work.id} className={styles.work}>
          {index > 0 && <span className={styles.dot}>·</span>}
          {index === 0 ? (
            <Pill tone={work.failed ? "danger" : "progress"}>{stripWord(work)}</Pill>
          ) : (
            `${stripWord(work)} ·`
          )}
          <span className={styles.subject}>{work.subject}</span>
          <span className={styles.time}>· {formatCalm(now - work.startedAt)}</span>
        </span>
      ))}
      <span className="ui-space" />
      {works.length === 0 ? (
        <span className={styles.quiet}>{ACTIVITY.none}</span>
      ) : (
        <button
          ref={opener}
          type="button"
          className={styles.open}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {summaryOf(works)}
          {scope && ` · ${scope}`}
          <Icon name={open ? "chevronDown" : "chevronUp"} />
        </button>
      )}
      {open && works.length > 0 && (
        <ActivityPanel works={works} now={now} all={all?.(() => setOpen(false))} onClose={close} />
      )}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </section>
  );
}

/** How often the strip is drawn anew for the times in it. */
function stripStepOf(works: readonly Work[]): number | undefined {
  const [one, other = one] = works;
  if (!one || !other) return undefined;
  return calmStepOf(currentTime() - Math.max(one.startedAt, other.startedAt));
}

function summaryOf(works: readonly Work[]): string {
  const failed = works.filter((work) => work.failed).length;
  return ACTIVITY.summary(works.length, failed);
}

/** What a screen reader says when works start and end; never the passing of seconds. */
function useAnnouncement(works: readonly Work[]): string {
  const before = useRef<readonly Work[]>(works);
  const [words, setWords] = useState("");
  useEffect(() => {
    const change = describeChange(before.current, works);
    before.current = works;
    if (change) setWords(change);
  }, [works]);
  return words;
}

function describeChange(before: readonly Work[], after: readonly Work[]): string | undefined {
  const started = without(after, before);
  const ended = without(before, after);
  const parts = [
    ...(started.length > 0 ? [startedWords(started)] : []),
    ...(ended.length > 0 ? [endedWords(ended)] : []),
  ];
  return parts.length > 0 ? parts.join(". ") : undefined;
}

function without(works: readonly Work[], others: readonly Work[]): Work[] {
  const ids = new Set(others.map((work) => work.id));
  return works.filter((work) => !ids.has(work.id));
}
