import { useMutationSpec } from "@/data/mutation";
import type { JobView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Meter } from "@/kit/data/Meter";
import styles from "./JobProgress.module.css";
import { cancellingOf } from "./jobs";

interface JobProgressProps {
  job: JobView;
  /** What it does: "Running schema.sql". */
  what: string;
  words: { label: string; starting: string; stop: string; done(done: number, total: number): string };
}

/** How far something is that runs on a database, and the way to stop it. */
export function JobProgress({ job, what, words }: JobProgressProps) {
  const cancelling = useMutationSpec(cancellingOf(job.id));
  const { progress, cancellable } = job;
  const text = progress ? words.done(progress.done, progress.total) : words.starting;
  return (
    <div className="ui-stack-tight" role="status">
      <div className="ui-row">
        <span className="ui-shrinks" title={what}>
          <CutMiddle>{what}</CutMiddle>
        </span>
        <span className={styles.count}>{text}</span>
        <Button
          size="small"
          busy={cancelling.underWay}
          disabled={!cancellable}
          onClick={() => void cancelling.start()}
        >
          {words.stop}
        </Button>
      </div>
      <Meter
        kind="progress"
        tone="progress"
        label={words.label}
        value={progress?.done ?? 0}
        max={Math.max(progress?.total ?? 1, 1)}
        text={text}
      />
    </div>
  );
}
