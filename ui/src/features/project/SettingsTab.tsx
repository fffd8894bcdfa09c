import { useMemo } from "react";
import { AccountWayOut } from "@/features/accounts/Failure";
import { nameFault } from "@/features/base/nameFault";
import { useWhere } from "@/features/base/useWhere";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { SharingPart } from "@/features/permissions/SharingPart";
import { ActionButton } from "@/kit/action/ActionButton";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { ComputeSetting } from "./ComputeSetting";
import { ConnectionsSetting } from "./ConnectionsSetting";
import { HistorySetting } from "./HistorySetting";
import { OneWaySetting } from "./OneWaySetting";
import styles from "./Settings.module.css";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";
import { useProject } from "./useProject";

/** What is set on a project, and the dangers. */
export function SettingsTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const { project } = useProject(accountId, projectId);
  const { locked } = useWhere(accountId, projectId);
  if (!project) return null;
  const shared = { accountId, project, locked };
  const sharing = { accountId, projectId, projectName: project.name, locked };
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
      <SharingPart at={sharing} />
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

/** What the project is called. */
function NameSetting(at: SettingProps) {
  const { project, locked } = at;
  const setting = useSetting<{ name: string }>(at, "name");
  const typed = setting.typed.name;
  const name = (typed ?? project.name).trim();
  const fault = typed === undefined ? undefined : faultOf(name);
  const changed = name !== project.name && fault === undefined ? { name } : undefined;
  return (
    <SettingsPart
      setting={setting}
      title="Name"
      about="Its id stays as it is, and so do its hosts and connection strings."
      changed={changed}
      save="Rename project"
    >
      <Field label="Name" error={fault} disabled={locked !== undefined}>
        <TextInput value={typed ?? project.name} onChange={(value) => setting.type({ name: value })} />
      </Field>
    </SettingsPart>
  );
}

const faultOf = (name: string) => (name === "" ? "Write a name." : nameFault(name));

/** What ends the project. */
function DangerZone({ accountId, project, locked }: SettingProps) {
  const context = useMemo(
    () => ({ project: { accountId, project, isReadOnly: locked !== undefined } }),
    [accountId, project, locked],
  );
  return (
    <section className={styles.danger} aria-label="Danger zone">
      <div>
        <h2 className={styles.title}>Delete this project</h2>
        <p className="muted-small">
          All its branches, computes, databases and roles go with it. It can be recovered for 7 days.
        </p>
      </div>
      <div className="row-wrapping">
        <ActionButton action="project.delete" context={context} tone="danger" />
        <CopyAsButton
          accountId={accountId}
          title={`Delete ${project.name}`}
          call={{ kind: "deleteProject", projectId: project.id }}
        />
      </div>
    </section>
  );
}
