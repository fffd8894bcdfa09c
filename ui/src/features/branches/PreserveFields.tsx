import { nameError } from "@/features/base/nameError";
import { COMMON } from "@/features/base/words";
import type { BranchView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { calendarOf } from "@/time/clock";
import { PRESERVE } from "./restoreWords";
import { CREATE } from "./words";

interface PreserveFieldsProps {
  keep: boolean;
  /** Why it has to be kept, where it has. */
  required: string | false;
  name: string;
  fieldError: string | undefined;
  onKeep(keep: boolean): void;
  onName(name: string): void;
}

/** Whether what a branch holds now stays as a branch of its own, and how that is called. */
export function PreserveFields({ keep, required, name, fieldError, onKeep, onName }: PreserveFieldsProps) {
  return (
    <>
      <Switch checked={keep} disabled={required !== false} onChange={onKeep} hint={required || PRESERVE.hint}>
        {PRESERVE.keep}
      </Switch>
      {keep && (
        <Field label={PRESERVE.name} error={fieldError}>
          <TextInput value={name} onChange={onName} />
        </Field>
      )}
    </>
  );
}

/** A name that is free for the data that a branch held at an instant of its platform, such as `main_before_2026-11-20_14-30`. */
export function preservedName(name: string, at: number, branches: readonly BranchView[]): string {
  const now = calendarOf(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const minute = `_before_${day}_${two(now.getHours())}-${two(now.getMinutes())}`;
  const ended = (end: string) => `${[...name].slice(0, 256 - end.length).join("")}${end}`;
  const isTaken = (wanted: string) => branches.some((each) => each.name === wanted);
  let free = ended(minute);
  for (let number = 2; isTaken(free); number += 1) free = ended(`${minute}_${number}`);
  return free;
}

/** Why this name cannot keep what a branch holds. */
export function preserveError(
  keep: boolean,
  name: string,
  branches: readonly BranchView[],
): string | undefined {
  if (!keep) return undefined;
  if (name === "") return COMMON.enterName;
  if (branches.some((each) => each.name === name)) return CREATE.taken;
  return nameError(name);
}
