import { useMemo, useState } from "react";
import { useAccount } from "@/data/account";
import { AccountWayOut } from "@/features/base/Failure";
import { nameError } from "@/features/base/nameError";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { JwksPart } from "@/features/jwks/JwksPart";
import { PermissionsPart } from "@/features/permissions/PermissionsPart";
import { deletingOf } from "@/features/projects/mutations";
import { useOrganizationIds } from "@/features/transfers/useOrganizationIds";
import { SECTION as TRANSFER } from "@/features/transfers/words";
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
import { PreloadSetting } from "./PreloadSetting";
import styles from "./Settings.module.css";
import { SettingsPart } from "./SettingsPart";
import { type Part, type SettingProps, useSetting, useUpdate } from "./updating";
import { useProject } from "./useProject";
import { DANGER, HIPAA, NAME, type OneWayWords, REPLICATION, SETTINGS } from "./words";

/** The settings of a project, and the danger zone. */
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
          title={SETTINGS.locked}
          actions={<AccountWayOut remedy="unlock" accountId={accountId} />}
        >
          {SETTINGS.lockedText(locked)}
        </Notice>
      )}
      <NameSetting {...shared} />
      <ComputeSetting {...shared} />
      <ConnectionsSetting {...shared} />
      <HistorySetting {...shared} />
      <PreloadSetting {...shared} />
      <JwksPart at={sharing} />
      <PermissionsPart at={sharing} />
      <OneWaySetting
        {...shared}
        part="replication"
        words={REPLICATION}
        isOn={project.logicalReplication}
        settings={{ logicalReplication: true }}
      />
      <OneWaySetting {...shared} part="hipaa" words={HIPAA} isOn={project.hipaa} settings={{ hipaa: true }} />
      <DangerZone {...shared} />
    </div>
  );
}

/** The project's name. */
function NameSetting(at: SettingProps) {
  const { project, locked } = at;
  const setting = useSetting<{ name: string }>(at, "name");
  const typed = setting.typed.name;
  const name = typed ?? project.name;
  const fieldError = typed === undefined ? undefined : fieldErrorOf(name);
  const changed = name !== project.name && fieldError === undefined ? { name } : undefined;
  return (
    <SettingsPart setting={setting} title={NAME.title} about={NAME.about} changed={changed} save={NAME.save}>
      <Field label={COMMON.name} error={fieldError} disabled={locked !== undefined}>
        <TextInput value={typed ?? project.name} onChange={(value) => setting.type({ name: value })} />
      </Field>
    </SettingsPart>
  );
}

const fieldErrorOf = (name: string) => (name === "" ? COMMON.enterName : nameError(name));

/** Offers to hand over or delete the project. */
function DangerZone({ accountId, project, locked }: SettingProps) {
  const organizationIds = useOrganizationIds(accountId, true);
  const context = useMemo(
    () => ({ project: { accountId, project, isReadOnly: locked !== undefined, organizationIds } }),
    [accountId, project, locked, organizationIds],
  );
  return (
    <section className={styles.danger} aria-label={COMMON.dangerZone}>
      <div>
        <h2 className="ui-strong">{TRANSFER.title}</h2>
        <p className="ui-muted-small">{TRANSFER.about}</p>
      </div>
      <div className="ui-row-wrapping">
        <ActionButton action="project.offer" context={context} short />
        <ActionButton action="project.move" context={context} short />
      </div>
      <div>
        <h2 className="ui-strong">{DANGER.title}</h2>
        <p className="ui-muted-small">{DANGER.about}</p>
      </div>
      <div className="ui-row-wrapping">
        <ActionButton action="project.delete" context={context} tone="danger" />
        <CopyAsButton
          title={DANGER.call(project.name)}
          operation={deletingOf({ accountId, projectId: project.id }).operation()}
        />
      </div>
    </section>
  );
}

interface OneWaySettingProps extends SettingProps {
  part: Part;
  words: OneWayWords;
  isOn: boolean;
  /** The settings that turn it on. */
  settings: ProjectSettings;
}

/** A setting that can be turned on and never off again: a dialog asks first. */
function OneWaySetting(props: OneWaySettingProps) {
  const { accountId, project, locked, part, words, isOn, settings } = props;
  const account = useAccount(accountId);
  const update = useUpdate(accountId, project.id, part);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const submit = async () => {
    if (await update.save({ settings })) close();
  };
  return (
    <PagePart title={words.title} about={words.about}>
      <div className={styles.form}>
        <div className="ui-row-wrapping">
          <Pill tone={isOn ? "ok" : "off"}>{isOn ? SETTINGS.on : SETTINGS.off}</Pill>
          {isOn ? (
            <span className="ui-muted-small">{SETTINGS.isFinal}</span>
          ) : (
            <Button disabled={locked !== undefined} onClick={() => setAsking(true)}>
              {SETTINGS.turnOn}
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <CallConfirmDialog
          form={{
            submit,
            close,
            busy: update.underWay,
            error: update.failure?.error,
            operation: () => update.operation({ settings }),
          }}
          title={words.question(project.name)}
          confirm={words.turnOn}
          typeName={account?.isProduction ? project.name : undefined}
          call={words.turnOn}
          failed={words.failed}
        >
          <p>{words.consequences}</p>
          <p className={styles.strong}>{SETTINGS.final}</p>
        </CallConfirmDialog>
      )}
    </PagePart>
  );
}
