import type { SettingsView } from "@/ipc/generated";
import { Segmented } from "@/kit/control/Segmented";
import { Switch } from "@/kit/control/Switch";
import { NumberSetting } from "./NumberSetting";
import { Section } from "./Section";

interface SettingsFieldsProps {
  settings: SettingsView;
  onChange(changed: Partial<SettingsView>): void;
}

const MINUTES_OF_A_DAY = 1_440;
const DAYS_OF_TEN_YEARS = 3_650;

export function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
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
          hint="Such as P in a list, / for its filter, or G T anywhere. Keys with Ctrl or ⌘ stay in any case."
        >
          Shortcuts of single letters and signs
        </Switch>
      </Section>
      <Section title="Notifications">
        <Switch
          checked={settings.notifications}
          onChange={(notifications) => onChange({ notifications })}
          hint="24 hours, 4 hours and 30 minutes before an unclaimed database goes, once each."
        >
          Warn before a temporary database expires
        </Switch>
        <Switch
          checked={settings.operationNotifications}
          onChange={(operationNotifications) => onChange({ operationNotifications })}
          hint="Of what you started here, while you look at another window."
        >
          Say when an operation has ended
        </Switch>
      </Section>
      <Section title="Sandbox">
        <Switch
          checked={settings.startSandbox}
          onChange={(startSandbox) => onChange({ startSandbox })}
          hint="Once it was started by hand. Its databases answer again as soon as Plinth is open."
        >
          Start the sandbox with Plinth
        </Switch>
        <NumberSetting
          label="Minutes without a connection until a server sleeps"
          hint="A connection wakes it again in a fraction of a second."
          most={MINUTES_OF_A_DAY}
          value={settings.sandboxIdleMinutes}
          onChange={(sandboxIdleMinutes) => onChange({ sandboxIdleMinutes })}
        />
      </Section>
      <Section title="API keys">
        <NumberSetting
          label="Mark unused keys after so many days"
          hint="A key that was never used and is older than this is marked where keys are listed."
          most={DAYS_OF_TEN_YEARS}
          value={settings.unusedKeyDays}
          onChange={(unusedKeyDays) => onChange({ unusedKeyDays })}
        />
      </Section>
      <Section title="Quitting">
        <Switch
          checked={settings.explainQuit}
          onChange={(explainQuit) => onChange({ explainQuit })}
          hint="Which sandbox databases stop, which connections are cut, what is under way."
        >
          Say what quitting does before Plinth quits
        </Switch>
      </Section>
    </>
  );
}
