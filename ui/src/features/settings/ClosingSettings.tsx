import type { SettingsView } from "@/ipc/generated";
import { Switch } from "@/kit/control/Switch";
import { Section } from "./Section";
import { words } from "./words";

interface ClosingSettingsProps {
  settings: SettingsView;
  onChange(changed: Partial<SettingsView>): void;
}

/** What closing the window does, and what the session starts. */
export function ClosingSettings({ settings, onChange }: ClosingSettingsProps) {
  return (
    <Section title={words.quitting}>
      <Switch
        checked={settings.background === "on"}
        onChange={(on) => onChange({ background: on ? "on" : "off" })}
        hint={words.backgroundHint}
      >
        {words.background}
      </Switch>
      <Switch
        checked={settings.startAtLogin}
        onChange={(startAtLogin) => onChange({ startAtLogin })}
        hint={words.startAtLoginHint}
      >
        {words.startAtLogin}
      </Switch>
      <Switch
        checked={settings.explainQuit}
        onChange={(explainQuit) => onChange({ explainQuit })}
        hint={words.explainQuitHint}
      >
        {words.explainQuit}
      </Switch>
    </Section>
  );
}
