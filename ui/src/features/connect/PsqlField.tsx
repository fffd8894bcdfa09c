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
      hint="Options that change how results are shown, such as --csv, -x or -P null=none. The rest is typed at psql’s prompt."
    >
      <TextInput mono value={value} onChange={onChange} placeholder="--csv" />
    </Field>
  );
}
