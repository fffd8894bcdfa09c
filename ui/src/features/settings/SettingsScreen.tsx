import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { AccountsTable } from "@/features/accounts/AccountsTable";
import { Failure } from "@/features/accounts/Failure";
import type { SettingsView } from "@/ipc/generated";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { About } from "./About";
import { KeychainSetting } from "./KeychainSetting";
import { saving } from "./mutations";
import { Section } from "./Section";
import styles from "./Settings.module.css";
import { SettingsFields } from "./SettingsFields";

/** Every choice takes effect at once; there is nothing to save. */
export function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  const save = useWork(saving);
  const change = (changed: Partial<SettingsView>) => void save.start(() => changed);
  return (
    <Screen title="Settings">
      <div className={styles.page}>
        {save.failure && (
          <Failure
            title="The setting was not kept"
            error={save.failure.error}
            onDismiss={save.failure.clear}
          />
        )}
        <Section title="Accounts">
          <AccountsTable />
        </Section>
        {settings.error && (
          <Failure
            title="The settings could not be read"
            error={settings.error}
            onRetry={() => void settings.refetch()}
          />
        )}
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
