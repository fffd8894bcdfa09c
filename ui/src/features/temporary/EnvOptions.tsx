import { call } from "@/ipc/call";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { PathField } from "@/kit/control/PathField";
import { TextInput } from "@/kit/control/TextInput";
import styles from "./OptionsForm.module.css";
import type { OptionsDraft, OptionsFaults } from "./options";

interface EnvOptionsProps {
  draft: OptionsDraft;
  faults: OptionsFaults;
  onChange(changed: Partial<OptionsDraft>): void;
}

/** The env file that is offered once the database is there, and what its variables are called. */
export function EnvOptions({ draft, faults, onChange }: EnvOptionsProps) {
  const start = draft.envPath.trim() || null;
  return (
    <section className={styles.group} aria-label="Env file">
      <PathField
        label="Env file or folder"
        optional
        value={draft.envPath}
        onChange={(envPath) => onChange({ envPath })}
        onBrowse={() => call.envPickFolder(start)}
        placeholder="~/code/app"
        hint="Offered once the database is there. You see the change before anything is written."
        error={faults.envPath}
      />
      <FieldPair>
        <Field label="Variable" error={faults.envKey}>
          <TextInput mono value={draft.envKey} onChange={(envKey) => onChange({ envKey })} />
        </Field>
        <Field label="Prefix of public variables" error={faults.envPrefix}>
          <TextInput mono value={draft.envPrefix} onChange={(envPrefix) => onChange({ envPrefix })} />
        </Field>
      </FieldPair>
    </section>
  );
}
