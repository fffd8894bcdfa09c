import { AccountWayOut } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { Notice } from "@/kit/state/Notice";
import { ComputeSetting } from "./ComputeSetting";
import { ConnectionsSetting } from "./ConnectionsSetting";
import { DangerZone } from "./DangerZone";
import { HistorySetting } from "./HistorySetting";
import { NameSetting } from "./NameSetting";
import { OneWaySetting } from "./OneWaySetting";
import styles from "./Settings.module.css";
import { useProject } from "./useProject";

interface SettingsTabProps {
  accountId: string;
  projectId: string;
}

/** What is set on a project, and the dangers. */
export function SettingsTab({ accountId, projectId }: SettingsTabProps) {
  const { project } = useProject(accountId, projectId);
  const { locked } = useWhere(accountId, projectId);
  if (!project) return null;
  const shared = { accountId, project, locked };
  return (
    <div className={styles.settings}>
      {locked && (
        <Notice
          tone="info"
          icon="lock"
          title="Nothing can be changed here now"
          actions={<AccountWayOut remedy="unlock" accountId={accountId} />}
        >
          {locked}. What is set can be looked at.
        </Notice>
      )}
      <NameSetting {...shared} />
      <ComputeSetting {...shared} />
      <ConnectionsSetting {...shared} />
      <HistorySetting {...shared} />
      <OneWaySetting
        {...shared}
        part="replication"
        title="logical replication"
        about="Lets other systems follow what changes in its databases (wal_level is logical)."
        isOn={project.logicalReplication}
        settings={{ logicalReplication: true }}
        consequences={
          <p>
            All computes that are awake are suspended, which cuts their connections. The next one wakes them.
          </p>
        }
      />
      <OneWaySetting
        {...shared}
        part="hipaa"
        title="HIPAA"
        about="Keeps to the rules for health data. The platform refuses where the organization or its plan does not have it."
        isOn={project.hipaa}
        settings={{ hipaa: true }}
        consequences={
          <p>The project is kept to the rules for health data from then on, with all its branches.</p>
        }
      />
      <DangerZone {...shared} />
    </div>
  );
}
