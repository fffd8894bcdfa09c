import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { appInfoQuery, keychainQuery, sandboxQuery, settingsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { AccountsTable } from "@/features/accounts/AccountsTable";
import { Failure, ReadFailure, WorkRefusal } from "@/features/accounts/Failure";
import { retrying, usingMemory } from "@/features/keychain/mutations";
import { keychainState, keychainWords } from "@/features/keychain/words";
import type { SettingsView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Segmented } from "@/kit/control/Segmented";
import { Switch } from "@/kit/control/Switch";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { saving } from "./actions";
import { NumberSetting } from "./NumberSetting";
import styles from "./Settings.module.css";

/** Every choice takes effect at once; there is nothing to save. */
export function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  const save = useWork(saving);
  const change = (changed: Partial<SettingsView>) => void save.start(() => changed);
  return (
    <Screen title="Settings">
      <div className={styles.page}>
        <WorkRefusal failure={save.failure} title="Couldn’t save the setting" dismissible />
        <Section title="Accounts">
          <AccountsTable />
        </Section>
        <ReadFailure query={settings} title="Couldn’t load the settings" />
        {settings.isPending && <Skeleton label="settings" shape="card" count={4} />}
        {settings.data && <SettingsFields settings={settings.data} onChange={change} />}
        <Section title="Keychain">
          <KeychainSetting />
        </Section>
        <Section title="About">
          <About />
        </Section>
      </div>
    </Screen>
  );
}

interface SettingsFieldsProps {
  settings: SettingsView;
  onChange(changed: Partial<SettingsView>): void;
}

const MINUTES_OF_A_DAY = 1_440;
const DAYS_OF_TEN_YEARS = 3_650;

function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
  return (
    <>
      <Section title="Appearance">
        <Segmented
          label="Appearance"
          options={[
            { value: "system", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          value={settings.appearance}
          onChange={(appearance) => onChange({ appearance })}
        />
      </Section>
      <Section title="Keyboard">
        <Switch
          checked={settings.singleKeyShortcuts}
          onChange={(singleKeyShortcuts) => onChange({ singleKeyShortcuts })}
          hint="For example P in a list, / to filter, or G T anywhere. Ctrl and ⌘ shortcuts always work."
        >
          Single-key shortcuts
        </Switch>
      </Section>
      <Section title="Notifications">
        <Switch
          checked={settings.notifications}
          onChange={(notifications) => onChange({ notifications })}
          hint="24 hours, 4 hours and 30 minutes before an unclaimed database expires."
        >
          Warn before a temporary database expires
        </Switch>
        <Switch
          checked={settings.operationNotifications}
          onChange={(operationNotifications) => onChange({ operationNotifications })}
          hint="For operations you started here, while another window has focus."
        >
          Notify when an operation finishes
        </Switch>
      </Section>
      <Section title="Sandbox">
        <Switch
          checked={settings.startSandbox}
          onChange={(startSandbox) => onChange({ startSandbox })}
          hint="After you start it for the first time. Its databases are available as soon as Plinth opens."
        >
          Start the sandbox when Plinth opens
        </Switch>
        <NumberSetting
          label="Suspend idle servers after (minutes)"
          hint="A new connection starts the server again in a fraction of a second."
          most={MINUTES_OF_A_DAY}
          value={settings.sandboxIdleMinutes}
          onChange={(sandboxIdleMinutes) => onChange({ sandboxIdleMinutes })}
        />
      </Section>
      <Section title="API keys">
        <NumberSetting
          label="Mark unused keys after (days)"
          hint="Keys older than this that were never used are marked in the list of keys."
          most={DAYS_OF_TEN_YEARS}
          value={settings.unusedKeyDays}
          onChange={(unusedKeyDays) => onChange({ unusedKeyDays })}
        />
      </Section>
      <Section title="Quitting">
        <Switch
          checked={settings.explainQuit}
          onChange={(explainQuit) => onChange({ explainQuit })}
          hint="Shows which sandbox databases stop, which connections close and which tasks are running."
        >
          Confirm before quitting
        </Switch>
      </Section>
    </>
  );
}

/** Where secrets are kept, and the two things that can be done about it. */
function KeychainSetting() {
  const keychain = useQuery(keychainQuery);
  const retry = useWork(retrying);
  const memory = useWork(usingMemory);
  const view = keychain.data;
  const error = keychain.error ?? retry.failure?.error ?? memory.failure?.error;
  const words = view && keychainWords(view);
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
      <p className={styles.quiet}>
        {words?.detail ??
          "API keys, connection strings and claim links are stored in the system keychain, never in a plain file."}
      </p>
      <div className="ui-wrapping">
        <Button size="small" busy={retry.underWay} onClick={() => void retry.start()}>
          Check keychain
        </Button>
        {view && !good && view.kind !== "memory" && (
          <Button size="small" busy={memory.underWay} onClick={() => void memory.start()}>
            Keep secrets in memory until I quit
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
        { term: "Version", detail: `Plinth ${version}` },
        { term: "Renderer", detail: renderer },
        { term: "PostgreSQL", detail: postgres ?? "Shown while the sandbox is running" },
        { term: "psql", detail: psql ? "Installed" : "Not found" },
        {
          term: "Data folder",
          detail: <CopyField label="data folder" value={dataDir} />,
        },
      ]}
    />
  );
}

/** One subject of the settings: its name on the left, its choices on the right. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className="ui-strong">{title}</h2>
      <div className={styles.choices}>{children}</div>
    </section>
  );
}
