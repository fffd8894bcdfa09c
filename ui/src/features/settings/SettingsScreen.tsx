import { useQuery } from "@tanstack/react-query";
import { useMutationSpec } from "@/data/mutation";
import { appInfoQuery, keychainQuery, sandboxQuery, settingsQuery } from "@/data/queries";
import { AccountsTable } from "@/features/accounts/AccountsTable";
import { Failure, MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { retrying, usingMemory } from "@/features/keychain/mutations";
import { keychainState, keychainWords } from "@/features/keychain/words";
import { UpdatesSetting } from "@/features/updates/UpdatesSetting";
import { UPDATES } from "@/features/updates/words";
import type { SettingsView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { shortcutKeys } from "@/kit/action/shortcut";
import { Button } from "@/kit/control/Button";
import { Segmented } from "@/kit/control/Segmented";
import { Switch } from "@/kit/control/Switch";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { type SettingsChange, saving } from "./actions";
import { ClosingSettings } from "./ClosingSettings";
import { NewProjectSettings } from "./NewProjectSettings";
import { NumberSetting } from "./NumberSetting";
import { Section } from "./Section";
import styles from "./Settings.module.css";
import { TemporaryDefaults } from "./TemporaryDefaults";
import { words } from "./words";

/** Every choice takes effect at once; there is nothing to save. */
export function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  const save = useMutationSpec(saving);
  const change = (changed: SettingsChange | Partial<SettingsView>) =>
    void save.start(typeof changed === "function" ? changed : () => changed);
  return (
    <Screen title={words.title}>
      <div className={styles.page}>
        <MutationRefusal failure={save.failure} title={words.notSaved} dismissible />
        <Section title={words.accounts}>
          <AccountsTable />
        </Section>
        <ReadFailure query={settings} title={words.notLoaded} />
        {settings.isPending && <Skeleton label={words.loading} shape="card" count={4} />}
        {settings.data && <SettingsFields settings={settings.data} onChange={change} />}
        <Section title={words.keychain}>
          <KeychainSetting />
        </Section>
        <Section title={words.network}>
          <p className={styles.quiet}>{words.networkHint}</p>
          <ActionButton action="network.go">{words.showNetwork}</ActionButton>
        </Section>
        <Section title={words.diagnostics}>
          <p className={styles.quiet}>{words.diagnosticsHint}</p>
          <ActionButton action="diagnostics.open" />
        </Section>
        <Section title={UPDATES.title} id={UPDATES.place}>
          <UpdatesSetting settings={settings.data} onChange={change} />
        </Section>
        <Section title={words.about}>
          <About />
        </Section>
      </div>
    </Screen>
  );
}

interface SettingsFieldsProps {
  settings: SettingsView;
  onChange(changed: SettingsChange | Partial<SettingsView>): void;
}

const MINUTES_OF_A_DAY = 1_440;
const DAYS_OF_TEN_YEARS = 3_650;

/** How long a copied secret can stay on the clipboard, in seconds; 0 is until the app quits. */
const CLEAR_AFTER = [15, 45, 120, 0];

function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
  return (
    <>
      <LooksAndKeys settings={settings} onChange={onChange} />
      <Section title={words.notifications}>
        <Switch
          checked={settings.notifications}
          onChange={(notifications) => onChange({ notifications })}
          hint={words.expiryHint}
        >
          {words.expiry}
        </Switch>
        <Switch
          checked={settings.operationNotifications}
          onChange={(operationNotifications) => onChange({ operationNotifications })}
          hint={words.operationsHint}
        >
          {words.operations}
        </Switch>
      </Section>
      <NewProjectSettings
        options={settings.newProject}
        onChange={(change) => onChange((now) => ({ newProject: change(now.newProject) }))}
      />
      <TemporaryDefaults options={settings.temporary} />
      <Section title={words.sandbox}>
        <Switch
          checked={settings.startSandbox}
          onChange={(startSandbox) => onChange({ startSandbox })}
          hint={words.startSandboxHint}
        >
          {words.startSandbox}
        </Switch>
        <NumberSetting
          label={words.idle}
          hint={words.idleHint}
          most={MINUTES_OF_A_DAY}
          value={settings.sandboxIdleMinutes}
          onChange={(sandboxIdleMinutes) => onChange({ sandboxIdleMinutes })}
        />
      </Section>
      <Section title={words.keys}>
        <NumberSetting
          label={words.unusedKeys}
          hint={words.unusedKeysHint}
          most={DAYS_OF_TEN_YEARS}
          value={settings.unusedKeyDays}
          onChange={(unusedKeyDays) => onChange({ unusedKeyDays })}
        />
      </Section>
      <ClosingSettings settings={settings} onChange={onChange} />
    </>
  );
}

/** How the window looks, what keys do, and how long a copied secret stays. */
function LooksAndKeys({ settings, onChange }: SettingsFieldsProps) {
  const { theme, densities } = words;
  return (
    <>
      <Section title={words.appearance}>
        <Segmented
          label={words.appearance}
          options={[
            { value: "system", label: theme.system },
            { value: "light", label: theme.light },
            { value: "dark", label: theme.dark },
          ]}
          value={settings.appearance}
          onChange={(appearance) => onChange({ appearance })}
        />
      </Section>
      <Section title={words.density}>
        <Segmented
          label={words.density}
          options={[
            { value: "comfortable", label: densities.comfortable },
            { value: "compact", label: densities.compact },
          ]}
          value={settings.density}
          onChange={(density) => onChange({ density })}
        />
      </Section>
      <Section title={words.keyboard}>
        <Switch
          checked={settings.singleKeyShortcuts}
          onChange={(singleKeyShortcuts) => onChange({ singleKeyShortcuts })}
          hint={words.singleKeysHint(shortcutKeys("Mod+K")[0] ?? "")}
        >
          {words.singleKeys}
        </Switch>
      </Section>
      <Section title={words.clipboard}>
        <span>{words.clear}</span>
        <Segmented
          label={words.clear}
          options={CLEAR_AFTER.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? words.clearOnQuit : words.clearAfter(seconds),
          }))}
          value={String(settings.clipboardSeconds)}
          onChange={(seconds) => onChange({ clipboardSeconds: Number(seconds) })}
        />
        <p className={styles.quiet}>{words.clearHint}</p>
      </Section>
    </>
  );
}

/** Where secrets are kept, and the two things that can be done about it. */
function KeychainSetting() {
  const keychain = useQuery(keychainQuery);
  const retry = useMutationSpec(retrying);
  const memory = useMutationSpec(usingMemory);
  const view = keychain.data;
  const error = keychain.error ?? retry.failure?.error ?? memory.failure?.error;
  const said = view && keychainWords(view);
  const good = view?.kind === "keychain" && view.status === "ready";
  return (
    <>
      {view && (
        <p>
          <Pill tone={good ? "ok" : view.status === "checking" ? "progress" : "warning"}>
            {keychainState(view)}
          </Pill>
        </p>
      )}
      <p className={styles.quiet}>{said?.detail ?? words.keychainUsual}</p>
      <div className="ui-wrapping">
        <Button size="small" busy={retry.underWay} onClick={() => void retry.start()}>
          {words.checkKeychain}
        </Button>
        {view && !good && view.kind !== "memory" && (
          <Button size="small" busy={memory.underWay} onClick={() => void memory.start()}>
            {words.useMemory}
          </Button>
        )}
      </div>
      {error && <Failure error={error} />}
    </>
  );
}

/** What this program is, what it runs on, and where its files are. */
function About() {
  const info = useQuery(appInfoQuery);
  const sandbox = useQuery(sandboxQuery);
  if (info.error) return <ReadFailure query={info} />;
  if (!info.data) return null;
  const { version, renderer, dataDir, psql } = info.data;
  const postgres = sandbox.data?.running?.postgresVersion;
  return (
    <Facts
      facts={[
        { term: words.appVersion, detail: words.plinth(version) },
        { term: words.renderer, detail: renderer },
        { term: words.postgres, detail: postgres ?? words.noPostgres },
        { term: words.psql, detail: psql ? words.installed : words.notFound },
        {
          term: words.dataFolder,
          detail: <CopyField label={words.dataFolderValue} value={dataDir} />,
        },
      ]}
    />
  );
}
