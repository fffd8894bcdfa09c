import { useState } from "react";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import styles from "./Settings.module.css";

interface NumberSettingProps {
  label: string;
  hint: string;
  /** The largest that can be; the smallest is 1. */
  most: number;
  /** Null where none is chosen. */
  value: number | null;
  onChange(value: number): void;
  /** For a number that need not be: the field was left empty. */
  onClear?(): void;
}

/** Kept when the field is left or Enter is pressed, and only a whole number that can be. */
export function NumberSetting({ label, hint, most, value, onChange, onClear }: NumberSettingProps) {
  const [typed, setTyped] = useState<string>();
  const [refused, setRefused] = useState(false);
  const keep = () => {
    if (typed === undefined) return;
    if (onClear && typed.trim() === "") {
      setTyped(undefined);
      setRefused(false);
      if (value !== null) onClear();
      return;
    }
    const number = Number(typed.trim());
    const fits = Number.isInteger(number) && number >= 1 && number <= most;
    setRefused(!fits);
    if (!fits) return;
    setTyped(undefined);
    if (number !== value) onChange(number);
  };
  return (
    <div className={styles.narrow}>
      <Field
        label={label}
        hint={hint}
        optional={onClear !== undefined}
        error={refused ? `Enter a whole number from 1 to ${most}.` : undefined}
      >
        <TextInput
          inputMode="numeric"
          value={typed ?? (value === null ? "" : String(value))}
          onChange={setTyped}
          onBlur={keep}
          onKeyDown={(event) => event.key === "Enter" && keep()}
        />
      </Field>
    </div>
  );
}
