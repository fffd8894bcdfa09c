import { useQuery } from "@tanstack/react-query";
import { jobsQuery } from "@/data/queries";
import { Meter } from "@/kit/data/Meter";
import { Spinner } from "@/kit/state/Spinner";
import { SECOND, useNow } from "@/kit/time/useNow";
import { instantOf } from "@/time/clock";
import styles from "./Sandbox.module.css";
import { START } from "./words";

/** How a start of the sandbox is getting on, while one is under way. */
export function StartProgress() {
  const jobs = useQuery(jobsQuery);
  const job = jobs.data?.find(({ verb }) => verb === "startSandbox");
  const now = useNow(job ? SECOND : undefined);
  if (!job) return null;
  const { progress } = job;
  return (
    <div className={styles.starting} role="status">
      <p className={styles.startingLine}>
        <Spinner /> {START.line(now - instantOf(job.startedAt))}
      </p>
      {progress && (
        <Meter
          kind="progress"
          tone="progress"
          label={START.label}
          value={progress.done}
          max={progress.total}
          text={START.progress(progress.done, progress.total, progress.unit)}
        />
      )}
      <p className={styles.quiet}>{START.first}</p>
    </div>
  );
}
