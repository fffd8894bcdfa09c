import { Field } from "@/kit/control/Field";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";

interface KeepFieldsProps {
  keep: boolean;
  /** Why it has to be kept, where it has. */
  required: string | false;
  name: string;
  fault: string | undefined;
  onKeep(keep: boolean): void;
  onName(name: string): void;
}

/** Whether what a branch holds now stays as a branch of its own, and how that is called. */
export function KeepFields({ keep, required, name, fault, onKeep, onName }: KeepFieldsProps) {
  return (
    <>
      <Switch
        checked={keep}
        disabled={required !== false}
        onChange={onKeep}
        hint={required || "As a branch of its own, which can be deleted later."}
      >
        Keep what it holds now
      </Switch>
      {keep && (
        <Field label="Name of the branch that keeps it" error={fault}>
          <TextInput value={name} onChange={onName} />
        </Field>
      )}
    </>
  );
}
