import type { SettingsView } from "@/ipc/generated";
import { Segmented } from "@/kit/control/Segmented";
import { Switch } from "@/kit/control/Switch";
import { IdleMinutes } from "./IdleMinutes";
import { Section } from "./Section";

interface SettingsFieldsProps {
  settings: SettingsView;
  onChange(changed: Partial<SettingsView>): void;
}

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
      <Section title="Notifications">
        <Switch
          checked={settings.notifications}
          onChange={(notifications) => onChange({ notifications })}
          hint="24 hours, 4 hours and 30 minutes before an unclaimed database goes, once each."
        >
          Warn before a temporary database expires
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
        <IdleMinutes
          minutes={settings.sandboxIdleMinutes}
          onChange={(sandboxIdleMinutes) => onChange({ sandboxIdleMinutes })}
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
