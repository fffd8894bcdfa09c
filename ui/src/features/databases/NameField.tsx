import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { doubtOfName, faultOfName } from "./names";

interface NameFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Whether to say what is wrong with a name that was not yet written. */
  tried: boolean;
  /** What else is wrong with it. */
  error?: string | undefined;
}

/** The name of a database or a role, exactly as it is typed. */
export function NameField({ label, value, onChange, tried, error }: NameFieldProps) {
  const fault = tried || value !== "" ? faultOfName(value) : undefined;
  return (
    <Field
      label={label}
      hint={doubtOfName(value) ?? "At most 63 bytes, any letters. Upper and lower case count as different."}
      error={fault ?? error}
    >
      <TextInput value={value} onChange={onChange} onFocus={(event) => event.target.select()} mono />
    </Field>
  );
}
