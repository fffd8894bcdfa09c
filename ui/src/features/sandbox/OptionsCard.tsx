import { hashKey, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { mutationKeys } from "@/data/keys";
import { useMutationSpec, useUnderWay } from "@/data/mutation";
import { settingsQuery } from "@/data/queries";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { type SettingsChange, saving } from "@/features/settings/actions";
import { NameSetting } from "@/features/settings/NameSetting";
import { NumberSetting } from "@/features/settings/NumberSetting";
import type { SandboxOptions, SandboxView, SettingsView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Sandbox.module.css";
import { OPTIONS, PANEL } from "./words";

const MOST = {
  unclaimed: 10_000,
  gigabytes: 100_000,
  requests: 1_000_000,
  branches: 100_000,
  milliseconds: 600_000,
};

/** What the sandbox reads when it starts. */
export function OptionsCard({ view }: { view: SandboxView }) {
  const settings = useQuery(settingsQuery);
  const save = useMutationSpec(saving);
  return (
    <Card title={OPTIONS.title}>
      <div className={styles.stack}>
        <RestartNotice view={view} />
        <MutationRefusal failure={save.failure} title={PANEL.unsaved} dismissible />
        <ReadFailure query={settings} title={OPTIONS.unread} />
        {settings.isPending && <Skeleton label={OPTIONS.loading} shape="rows" count={4} />}
        {settings.data && (
          <Options view={view} settings={settings.data} onChange={(change) => void save.start(change)} />
        )}
      </div>
    </Card>
  );
}

/** Whether changes wait for a restart, and the way to it. */
function RestartNotice({ view }: { view: SandboxView }) {
  const busy = useUnderWay(mutationKeys.sandbox);
  if (!view.running?.restartNeeded) return <p className={styles.quiet}>{OPTIONS.nextStart}</p>;
  return (
    <Notice
      tone="info"
      role="status"
      actions={
        <ActionButton action="sandbox.restart" context={{ sandbox: view }} busy={busy}>
          {OPTIONS.restart}
        </ActionButton>
      }
    >
      {OPTIONS.restartNeeded}
    </Notice>
  );
}

interface OptionsProps {
  view: SandboxView;
  settings: SettingsView;
  onChange(change: SettingsChange): void;
}

function Options({ view, settings, onChange }: OptionsProps) {
  const options = settings.sandboxOptions;
  const change = (changed: Partial<SandboxOptions>) =>
    onChange((now) => ({ sandboxOptions: { ...now.sandboxOptions, ...changed } }));
  return (
    <>
      <Switch
        checked={hashKey([options]) === hashKey([view.live])}
        onChange={(live) => onChange(() => ({ sandboxOptions: live ? view.live : view.usual }))}
        hint={OPTIONS.liveHint}
      >
        {OPTIONS.live}
      </Switch>
      <div className={styles.columns}>
        <Group title={OPTIONS.names}>
          <Names options={options} regions={view.regions} onChange={change} />
        </Group>
        <Group title={OPTIONS.limits}>
          <Behavior options={options} onChange={change} />
          <Amounts settings={settings} onChange={onChange} />
        </Group>
      </div>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.stack} aria-label={title}>
      <h3 className="ui-strong">{title}</h3>
      {children}
    </section>
  );
}

interface ChosenProps {
  options: SandboxOptions;
  onChange(changed: Partial<SandboxOptions>): void;
}

/** What new projects and integrations are called by. */
function Names({ options, regions, onChange }: ChosenProps & { regions: readonly string[] }) {
  return (
    <>
      <FieldPair>
        <NameSetting
          label={OPTIONS.database}
          value={options.database}
          onChange={(database) => onChange({ database })}
        />
        <NameSetting label={OPTIONS.role} value={options.role} onChange={(role) => onChange({ role })} />
      </FieldPair>
      <FieldPair>
        <NameSetting
          label={OPTIONS.authProvider}
          value={options.authProvider}
          onChange={(authProvider) => onChange({ authProvider })}
        />
        <NameSetting
          label={OPTIONS.authSchema}
          value={options.authSchema}
          onChange={(authSchema) => onChange({ authSchema })}
        />
      </FieldPair>
      <Field label={OPTIONS.region}>
        <Select<string>
          options={regions.map((region) => ({ value: region, label: region }))}
          value={options.region}
          onChange={(region) => onChange({ region })}
        />
      </Field>
      <p className={styles.quiet}>{OPTIONS.namesHint}</p>
    </>
  );
}

/** How the Management API behaves. */
function Behavior({ options, onChange }: ChosenProps) {
  return (
    <>
      <Switch
        checked={options.computeByDefault}
        onChange={(computeByDefault) => onChange({ computeByDefault })}
        hint={OPTIONS.computeHint}
      >
        {OPTIONS.compute}
      </Switch>
      <FieldPair>
        <NumberSetting
          label={OPTIONS.requests}
          hint={OPTIONS.requestsHint}
          most={MOST.requests}
          value={options.requestsPerMinute}
          onChange={(requestsPerMinute) => onChange({ requestsPerMinute })}
          onClear={() => onChange({ requestsPerMinute: null })}
        />
        <NumberSetting
          label={OPTIONS.branches}
          hint={OPTIONS.branchesHint}
          most={MOST.branches}
          value={options.branchesLimit}
          onChange={(branchesLimit) => onChange({ branchesLimit })}
          onClear={() => onChange({ branchesLimit: null })}
        />
      </FieldPair>
      <NumberSetting
        label={OPTIONS.pace}
        hint={OPTIONS.paceHint}
        most={MOST.milliseconds}
        value={options.operationPaceMs || null}
        onChange={(operationPaceMs) => onChange({ operationPaceMs })}
        onClear={() => onChange({ operationPaceMs: 0 })}
      />
    </>
  );
}

/** How much the sandbox may make. */
function Amounts({ settings, onChange }: Omit<OptionsProps, "view">) {
  return (
    <>
      <FieldPair>
        <NumberSetting
          label={OPTIONS.unclaimed}
          hint={OPTIONS.unclaimedHint}
          most={MOST.unclaimed}
          value={settings.sandboxMaxUnclaimed}
          onChange={(sandboxMaxUnclaimed) => onChange(() => ({ sandboxMaxUnclaimed }))}
        />
        <NumberSetting
          label={OPTIONS.disk}
          hint={OPTIONS.diskHint}
          most={MOST.gigabytes}
          value={settings.sandboxMaxDiskGb}
          onChange={(sandboxMaxDiskGb) => onChange(() => ({ sandboxMaxDiskGb }))}
          onClear={() => onChange(() => ({ sandboxMaxDiskGb: null }))}
        />
      </FieldPair>
      <Switch
        checked={settings.sandboxPurgeDeletedWhenFull}
        onChange={(sandboxPurgeDeletedWhenFull) => onChange(() => ({ sandboxPurgeDeletedWhenFull }))}
        hint={OPTIONS.purgeHint}
      >
        {OPTIONS.purge}
      </Switch>
    </>
  );
}
