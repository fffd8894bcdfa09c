import { useQuery } from "@tanstack/react-query";
import { workQuery } from "@/data/queries";
import { Meter } from "@/kit/data/Meter";
import { Spinner } from "@/kit/state/Spinner";
import { SECOND, useNow } from "@/kit/time/useNow";
import { instantOf } from "@/time/clock";
import styles from "./Sandbox.module.css";
import { START } from "./words";

/** How a start of the sandbox is getting on, while one is under way. */
export function StartProgress() {
  const works = useQuery(workQuery);
  const work = works.data?.find(({ verb }) => verb === "startSandbox");
  const now = useNow(work ? SECOND : undefined);
  if (!work) return null;
  const { progress } = work;
  return (
    <div className={styles.starting} role="status">
      <p className={styles.startingLine}>
        <Spinner /> {START.line(now - instantOf(work.startedAt))}
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
