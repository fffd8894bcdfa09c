import { useState } from "react";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";

interface NameChoiceProps {
  label: string;
  hint: string;
  /** What there is to choose from; nothing while it is read, or cannot be. */
  names: readonly string[] | undefined;
  value: string;
  onChange(name: string): void;
  error: string | undefined;
}

/** No name begins with this sign, so that it names none. */
const OTHER = "\0";

/** A name out of a list, or another one that is typed: the list may be old, or not to be had. */
export function NameChoice({ label, hint, names, value, onChange, error }: NameChoiceProps) {
  const [typing, setTyping] = useState(false);
  const listed = names !== undefined && names.length > 0;
  if (typing || !listed) {
    return (
      <Field label={label} hint={hint} error={error}>
        <TextInput value={value} onChange={onChange} autoFocus={typing} mono />
      </Field>
    );
  }
  const choose = (chosen: string) => {
    if (chosen === OTHER) setTyping(true);
    else onChange(chosen);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      <Select
        options={[
          ...names.map((name) => ({ value: name, label: name })),
          { value: OTHER, label: "Write another name…" },
        ]}
        value={names.includes(value) ? value : null}
        onChange={choose}
        placeholder={value || `Choose a ${label.toLowerCase()}…`}
      />
    </Field>
  );
}
