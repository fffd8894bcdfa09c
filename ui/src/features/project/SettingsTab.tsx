import { type ReactNode, useMemo, useState } from "react";
import { useAccount } from "@/data/account";
import { AccountWayOut } from "@/features/base/Failure";
import { nameFault } from "@/features/base/nameFault";
import { useWhere } from "@/features/base/useWhere";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { SharingPart } from "@/features/permissions/SharingPart";
import type { ProjectSettings } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Pill } from "@/kit/data/Pill";
import { PagePart } from "@/kit/layout/PagePart";
import { Notice } from "@/kit/state/Notice";
import { ComputeSetting } from "./ComputeSetting";
import { ConnectionsSetting } from "./ConnectionsSetting";
import { HistorySetting } from "./HistorySetting";
import styles from "./Settings.module.css";
import { SettingsPart } from "./SettingsPart";
import { type Part, type SettingProps, updateOf, useSetting, useUpdate } from "./updating";
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
          title="Settings cannot be changed now"
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
        about="Lets other systems subscribe to changes in its databases (sets wal_level to logical)."
        isOn={project.logicalReplication}
        settings={{ logicalReplication: true }}
        consequences={
          <p>
            All active computes are suspended and their connections closed. The next connection starts them
            again.
          </p>
        }
      />
      <OneWaySetting
        {...shared}
        part="hipaa"
        title="HIPAA"
        about="For protected health information. The organization’s plan must include it."
        isOn={project.hipaa}
        settings={{ hipaa: true }}
        consequences={<p>HIPAA rules will apply to the project and all its branches.</p>}
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
      about="The project ID, hosts and connection strings don’t change."
      changed={changed}
      save="Rename project"
    >
      <Field label="Name" error={fault} disabled={locked !== undefined}>
        <TextInput value={typed ?? project.name} onChange={(value) => setting.type({ name: value })} />
      </Field>
    </SettingsPart>
  );
}

const faultOf = (name: string) => (name === "" ? "Enter a name." : nameFault(name));

/** What ends the project. */
function DangerZone({ accountId, project, locked }: SettingProps) {
  const context = useMemo(
    () => ({ project: { accountId, project, isReadOnly: locked !== undefined } }),
    [accountId, project, locked],
  );
  return (
    <section className={styles.danger} aria-label="Danger zone">
      <div>
        <h2 className="ui-strong">Delete this project</h2>
        <p className="ui-muted-small">
          Deletes all its branches, computes, databases and roles. You can recover it for 7 days.
        </p>
      </div>
      <div className="ui-row-wrapping">
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

interface OneWaySettingProps extends SettingProps {
  part: Part;
  title: string;
  about: string;
  isOn: boolean;
  /** What is sent to turn it on. */
  settings: ProjectSettings;
  /** What turning it on does, before it is done. */
  consequences: ReactNode;
}

/** Something that is turned on and never off again: it asks before. */
function OneWaySetting(props: OneWaySettingProps) {
  const { accountId, project, locked, part, title, about, isOn, settings, consequences } = props;
  const account = useAccount(accountId);
  const update = useUpdate(accountId, project.id, part);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const submit = async () => {
    if (await update.save({ settings })) close();
  };
  return (
    <PagePart title={title} about={about}>
      <div className={styles.form}>
        <div className="ui-row-wrapping">
          <Pill tone={isOn ? "ok" : "off"}>{isOn ? "On" : "Off"}</Pill>
          {isOn ? (
            <span className="ui-muted-small">Cannot be turned off later.</span>
          ) : (
            <Button disabled={locked !== undefined} onClick={() => setAsking(true)}>
              Turn on…
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <CallConfirmDialog
          form={{ submit, close, busy: update.underWay, error: update.failure?.error }}
          title={`Turn on ${title} for ${project.name}?`}
          confirm={`Turn on ${title}`}
          typeName={account?.isProduction ? project.name : undefined}
          call={{
            accountId,
            title: `Turn on ${title}`,
            call: { kind: "updateProject", projectId: project.id, update: updateOf({ settings }) },
          }}
          failed="It was not turned on"
        >
          {consequences}
          <p className={styles.strong}>This cannot be undone.</p>
        </CallConfirmDialog>
      )}
    </PagePart>
  );
}
