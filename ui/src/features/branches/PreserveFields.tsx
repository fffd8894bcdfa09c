import { nameFault } from "@/features/base/nameFault";
import type { BranchView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";

interface PreserveFieldsProps {
  keep: boolean;
  /** Why it has to be kept, where it has. */
  required: string | false;
  name: string;
  fault: string | undefined;
  onKeep(keep: boolean): void;
  onName(name: string): void;
}

/** Whether what a branch holds now stays as a branch of its own, and how that is called. */
export function PreserveFields({ keep, required, name, fault, onKeep, onName }: PreserveFieldsProps) {
  return (
    <>
      <Switch
        checked={keep}
        disabled={required !== false}
        onChange={onKeep}
        hint={required || "Holds the current data. You can delete it later."}
      >
        Keep a backup branch
      </Switch>
      {keep && (
        <Field label="Backup branch name" error={fault}>
          <TextInput value={name} onChange={onName} />
        </Field>
      )}
    </>
  );
}

/** A name for what a branch held, such as `main_before_2026-11-20_14-30`. */
export function preservedName(name: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const end = `_before_${day}_${two(now.getHours())}-${two(now.getMinutes())}`;
  return `${[...name].slice(0, 256 - end.length).join("")}${end}`;
}

/** Why this name cannot keep what a branch holds. */
export function preserveFault(
  keep: boolean,
  name: string,
  branches: readonly BranchView[],
): string | undefined {
  if (!keep) return undefined;
  if (name.trim() === "") return "Enter a name.";
  if (branches.some((each) => each.name === name.trim())) return "A branch with this name already exists.";
  return nameFault(name);
}
