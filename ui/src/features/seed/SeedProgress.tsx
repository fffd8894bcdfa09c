import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/data/errors";
import { fileName } from "@/data/format";
import { jobsQuery } from "@/data/queries";
import { JobProgress } from "@/features/base/JobProgress";
import type { SeedStateView, TemporaryView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { PROGRESS } from "./words";

/** How the last SQL file of a database stands: how far it is, what it did, or where it failed. */
export function SeedProgress({ row }: { row: TemporaryView }) {
  const jobs = useQuery(jobsQuery);
  const job = jobs.data?.find((each) => each.verb === "seed" && each.temporaryId === row.id);
  const { seed } = row;
  if (job)
    return <JobProgress job={job} what={PROGRESS.running(fileName(seed?.path ?? ""))} words={PROGRESS} />;
  return seed && seed.status !== "running" ? <SeedResult seed={seed} /> : null;
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
