import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/data/errors";
import { fileName } from "@/data/format";
import { useMutationSpec } from "@/data/mutation";
import { jobsQuery } from "@/data/queries";
import type { SeedStateView, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Meter } from "@/kit/data/Meter";
import { Notice } from "@/kit/state/Notice";
import { cancellingOf } from "./mutations";
import styles from "./SeedProgress.module.css";
import { PROGRESS } from "./words";

/** How the last SQL file of a database stands: how far it is, what it did, or where it failed. */
export function SeedProgress({ row }: { row: TemporaryView }) {
  const jobs = useQuery(jobsQuery);
  const job = jobs.data?.find((each) => each.verb === "seed" && each.temporaryId === row.id);
  const cancelling = useMutationSpec(cancellingOf(job?.id ?? ""));
  const { seed } = row;
  if (!job) return seed && seed.status !== "running" ? <SeedResult seed={seed} /> : null;
  const { progress } = job;
  const words = progress ? PROGRESS.done(progress.done, progress.total) : PROGRESS.starting;
  return (
    <div className="ui-stack-tight" role="status">
      <div className="ui-row">
        <span>{PROGRESS.running(fileName(seed?.path ?? ""))}</span>
        <span className={styles.count}>{words}</span>
        <Button
          size="small"
          busy={cancelling.underWay}
          disabled={!job.cancellable}
          onClick={() => void cancelling.start()}
        >
          {PROGRESS.stop}
        </Button>
      </div>
      <Meter
        kind="progress"
        tone="progress"
        label={PROGRESS.label}
        value={progress?.done ?? 0}
        max={progress?.total ?? 1}
        text={words}
      />
    </div>
  );
}

function SeedResult({ seed }: { seed: SeedStateView }) {
  const file = fileName(seed.path);
  switch (seed.status) {
    case "running":
      return null;
    case "done":
      return (
        <Notice tone="ok" role="status" testId="seed-result">
          {PROGRESS.completed(file, seed)}
        </Notice>
      );
    case "cancelled":
      return (
        <Notice tone="plain" role="status" testId="seed-result">
          {PROGRESS.stopped(file)}
        </Notice>
      );
    case "rolledBack":
    case "partial":
      return (
        <Notice tone="danger" role="alert" title={PROGRESS.failed(file)} testId="seed-result">
          {seed.error && failureText({ message: seed.error, hint: seed.hint })}{" "}
          {seed.status === "rolledBack" ? PROGRESS.rolledBack : PROGRESS.partial(seed)}
        </Notice>
      );
  }
}
