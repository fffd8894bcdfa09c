import { Failure } from "@/features/Failure";
import { RelativeTime } from "@/kit/time/RelativeTime";
import { GoneProject } from "./GoneProject";
import styles from "./Project.module.css";
import type { ShownProject } from "./useProject";

interface ProjectNoticesProps {
  accountId: string;
  projectId: string;
  shown: ShownProject;
}

/** What is to be known before anything else on the project: that it is gone, or that what is shown is old, and why. */
export function ProjectNotices({ accountId, projectId, shown }: ProjectNoticesProps) {
  const { project, asOf, error, again } = shown;
  if (error?.code === "notFound" || project?.deletedAt) {
    return <GoneProject accountId={accountId} projectId={projectId} shown={shown} />;
  }
  if (!error) return null;
  return (
    <div className={styles.notices}>
      <Failure title="The project could not be read" error={error} onRetry={again} />
      {project && asOf !== undefined && (
        <p className={styles.quiet}>
          Shown as of <RelativeTime instant={asOf} />.
        </p>
      )}
    </div>
  );
}
