import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/data/errors";
import { jobsQuery } from "@/data/queries";
import { JobProgress } from "@/features/base/JobProgress";
import type { CopyTarget, SaveStateView, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { FilePath } from "@/kit/data/FilePath";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { NextStep } from "./NextStep";
import { PROGRESS } from "./words";

interface SaveProgressProps {
  row: TemporaryView;
  onOpen?: () => void;
  /** The dialog around it offers the next step. */
  hasNextStep?: boolean;
}

/** How the last save of a database stands: how far it is, where it went, or why it failed. */
export function SaveProgress({ row, onOpen, hasNextStep = false }: SaveProgressProps) {
  const jobs = useQuery(jobsQuery);
  const job = jobs.data?.find((each) => each.verb === "save" && each.temporaryId === row.id);
  const { saved } = row;
  if (!saved) return null;
  if (job) return <JobProgress job={job} what={PROGRESS.running(saved)} words={PROGRESS} />;
  return saved.status === "running" ? null : (
    <SaveResult row={row} saved={saved} onOpen={onOpen} hasNextStep={hasNextStep} />
  );
}

interface SaveResultProps {
  row: TemporaryView;
  saved: SaveStateView;
  onOpen: (() => void) | undefined;
  hasNextStep: boolean;
}

function SaveResult({ row, saved, onOpen, hasNextStep }: SaveResultProps) {
  switch (saved.status) {
    case "running":
      return null;
    case "done":
      return (
        <Notice
          tone="ok"
          role="status"
          testId="save-result"
          actions={!hasNextStep && <NextStep row={row} onGo={onOpen} />}
        >
          {saved.into === null ? (
            <>
              {PROGRESS.saved(saved)} <FilePath path={saved.to} />
            </>
          ) : (
            PROGRESS.copied(saved)
          )}
          <Notes saved={saved} />
        </Notice>
      );
    case "cancelled":
      return (
        <Notice
          tone="plain"
          role="status"
          testId="save-result"
          actions={saved.newProject && saved.into && <OpenProject into={saved.into} onOpen={onOpen} />}
        >
          {saved.into === null || !saved.hint ? PROGRESS.stopped : `${PROGRESS.stopped} ${saved.hint}`}
        </Notice>
      );
    case "failed":
      return (
        <Notice
          tone="danger"
          role="alert"
          title={PROGRESS.failed(saved)}
          testId="save-result"
          actions={saved.newProject && saved.into && <OpenProject into={saved.into} onOpen={onOpen} />}
        >
          {saved.error && failureText({ message: saved.error, hint: saved.hint })}
        </Notice>
      );
  }
}

/** Roles that were created or are needed, and what is left out. */
function Notes({ saved }: { saved: SaveStateView }) {
  return saved.notes?.map((note) => <p key={note}>{note}</p>);
}

interface OpenProps {
  into: CopyTarget;
  onOpen: (() => void) | undefined;
}

/** Leads to a project that was made for a copy and stayed without it. */
function OpenProject({ into, onOpen }: OpenProps) {
  const router = useRouter();
  const open = () => {
    onOpen?.();
    router.go({ screen: "project", account: into.accountId, id: into.projectId });
  };
  return (
    <Button size="small" onClick={open}>
      {PROGRESS.openProject}
    </Button>
  );
}
