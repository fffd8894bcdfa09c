import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";

interface PsqlFieldProps {
  value: string;
  onChange(value: string): void;
  fault: string | undefined;
}

/** More arguments of psql, as one types them in a shell. */
export function PsqlField({ value, onChange, fault }: PsqlFieldProps) {
  return (
    <Field
      label="More arguments of psql"
      optional
      error={fault}
      hint="As in a shell, such as -c 'select now()' --csv. Nothing in them is run or expanded."
    >
      <TextInput mono value={value} onChange={onChange} placeholder="-c 'select now()'" />
    </Field>
  );
}
