import { type ReactNode, useEffect, useRef, useState } from "react";
import { Pill } from "@/kit/data/Pill";
import { Icon } from "@/kit/icon/Icon";
import { calmStepOf, formatCalm } from "@/kit/time/elapsed";
import { SECOND, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { ActivityPanel } from "./ActivityPanel";
import styles from "./ActivityStrip.module.css";
import { type RunningJob, stripWord } from "./runningJob";
import { ACTIVITY, endedWords, startedWords } from "./words";

interface ActivityStripProps {
  jobs: readonly RunningJob[];
  /** At the far right: whose works these are. */
  scope?: string | undefined;
  /** The age of the screen, beside the running tasks. */
  aside?: ReactNode;
  /** How tasks ended, by their ids, as far as it is known: "done", "failed". */
  ends?: ReadonlyMap<string, string>;
  /** Leads from the panel to where all of it is shown. It gets what closes the panel. */
  all?(close: () => void): ReactNode;
}

const SHOWN = 2;
const NO_ENDS: ReadonlyMap<string, string> = new Map();

/** The strip at the window's bottom that says what runs now, and opens into a panel with all of it. */
export function ActivityStrip({ jobs, scope, aside, ends = NO_ENDS, all }: ActivityStripProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // With the last task goes the panel: the next one must not open it by itself, and take the focus with it.
  if (open && jobs.length === 0) setOpen(false);
  const now = useNow(open ? SECOND : stripStepOf(jobs));
  const announcement = useAnnouncement(jobs, ends);
  const close = () => {
    opener.current?.focus();
    setOpen(false);
  };
  return (
    <section className={styles.strip} aria-label={ACTIVITY.label}>
      {jobs.slice(0, SHOWN).map((job, index) => (
        <span key={job.id} className={styles.job} data-live>
          {index > 0 && <span className={styles.dot}>·</span>}
          {index === 0 ? (
            <Pill tone={job.failed ? "danger" : "progress"}>{stripWord(job)}</Pill>
          ) : (
            `${stripWord(job)} ·`
          )}
          <span className={styles.subject} title={job.subject}>
            {job.subject}
          </span>
          <span className={styles.time}>· {formatCalm(now - job.startedAt)}</span>
        </span>
      ))}
      <span className="ui-space" />
      {aside}
      {jobs.length === 0 ? (
        <span className={styles.quiet}>{ACTIVITY.none}</span>
      ) : (
        <button
          ref={opener}
          type="button"
          className={styles.open}
          data-live
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {summaryOf(jobs)}
          {scope && ` · ${scope}`}
          <Icon name={open ? "chevronDown" : "chevronUp"} />
        </button>
      )}
      {open && jobs.length > 0 && (
        <ActivityPanel jobs={jobs} now={now} all={all?.(() => setOpen(false))} onClose={close} />
      )}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </section>
  );
}

/** How often the strip is drawn anew for the times in it. */
function stripStepOf(jobs: readonly RunningJob[]): number | undefined {
  const [one, other = one] = jobs;
  if (!one || !other) return undefined;
  return calmStepOf(currentTime() - Math.max(one.startedAt, other.startedAt));
}

function summaryOf(jobs: readonly RunningJob[]): string {
  const failed = jobs.filter((job) => job.failed).length;
  return ACTIVITY.summary(jobs.length, failed);
}

/** What a screen reader says when works start and end; never the passing of seconds. */
function useAnnouncement(jobs: readonly RunningJob[], ends: ReadonlyMap<string, string>): string {
  const before = useRef<readonly RunningJob[]>(jobs);
  const [words, setWords] = useState("");
  useEffect(() => {
    const change = describeChange(before.current, jobs, ends);
    before.current = jobs;
    if (change) setWords(change);
  }, [jobs, ends]);
  return words;
}

function describeChange(
  before: readonly RunningJob[],
  after: readonly RunningJob[],
  ends: ReadonlyMap<string, string>,
): string | undefined {
  const started = without(after, before);
  const ended = without(before, after);
  const parts = [
    ...(started.length > 0 ? [startedWords(started)] : []),
    ...(ended.length > 0 ? [endedWords(ended, ends.get(ended[0]?.id ?? ""))] : []),
  ];
  return parts.length > 0 ? parts.join(". ") : undefined;
}

function without(jobs: readonly RunningJob[], others: readonly RunningJob[]): RunningJob[] {
  const ids = new Set(others.map((job) => job.id));
  return jobs.filter((job) => !ids.has(job.id));
}
