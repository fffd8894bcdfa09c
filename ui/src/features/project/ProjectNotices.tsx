import { workKeys } from "@/data/keys";
import { useLastFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { Notices } from "@/kit/layout/Notices";
import { GoneProject } from "./GoneProject";
import styles from "./Project.module.css";
import type { ShownProject } from "./useProject";

interface ProjectNoticesProps {
  accountId: string;
  projectId: string;
  shown: ShownProject;
}

/** What is clicked in the project's menu and tells its refusal here. */
const CLICKED: Record<string, string> = { copy: "Nothing was copied", psql: "psql was not opened" };

/** What is to be known before anything else on the project: that it is gone, or that what is shown is old, and why. */
export function ProjectNotices({ accountId, projectId, shown }: ProjectNoticesProps) {
  const { project, asOf, error, again } = shown;
  const clicked = useLastFailure(workKeys.projectRow(accountId));
  const verb = clicked?.key.at(-1) === projectId ? String(clicked.key.at(-2)) : undefined;
  if (error?.code === "notFound" || project?.deletedAt) {
    return <GoneProject accountId={accountId} projectId={projectId} shown={shown} />;
  }
  const title = verb && CLICKED[verb];
  if (!error && !title) return null;
  return (
    <Notices>
      {clicked && title && <Failure title={title} error={clicked.error} onDismiss={clicked.clear} />}
      {error && <Failure title="The project could not be read" error={error} onRetry={again} />}
      {project && asOf !== undefined && (
        <p className={styles.quiet}>
          Shown as of <Instant at={asOf} clock="here" />.
        </p>
      )}
    </Notices>
  );
}
