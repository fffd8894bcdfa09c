import { ConnectCard } from "./ConnectCard";
import { HistoryCard } from "./HistoryCard";
import { LastOperations } from "./LastOperations";
import styles from "./Overview.module.css";
import { SettingsSummary } from "./SettingsSummary";
import { UsageCard } from "./UsageCard";
import { useProject } from "./useProject";

interface OverviewTabProps {
  accountId: string;
  projectId: string;
}

/** How to connect, what is used, what is set, what happened last. */
export function OverviewTab({ accountId, projectId }: OverviewTabProps) {
  const { project } = useProject(accountId, projectId);
  if (!project) return null;
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        <ConnectCard accountId={accountId} project={project} />
        <HistoryCard accountId={accountId} projectId={projectId} organizationId={project.organizationId} />
        <LastOperations accountId={accountId} projectId={projectId} />
      </div>
      <div className={styles.column}>
        <UsageCard accountId={accountId} project={project} />
        <SettingsSummary accountId={accountId} project={project} />
      </div>
    </div>
  );
}
