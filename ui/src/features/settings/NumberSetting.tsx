import { TypedSetting } from "./TypedSetting";
import { words } from "./words";

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

/** A whole number from 1 on. */
export function NumberSetting({ label, hint, most, value, onChange, onClear }: NumberSettingProps) {
  const read = (typed: string) => {
    if (onClear && typed === "") return { value: null };
    const number = Number(typed);
    const fits = Number.isInteger(number) && number >= 1 && number <= most;
    return fits ? { value: number } : { fieldError: words.wholeNumber(most) };
  };
  return (
    <TypedSetting<number | null>
      label={label}
      hint={hint}
      optional={onClear !== undefined}
      value={value === null ? "" : String(value)}
      read={read}
      onChange={(next) => (next === null ? onClear?.() : next !== value && onChange(next))}
    />
  );
}
