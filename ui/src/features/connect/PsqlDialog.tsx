import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { argumentsOf } from "./arguments";
import { psqlOf } from "./mutations";
import type { ConnectionSubject } from "./subjects";
import { PSQL } from "./words";

/** psql with arguments of the person's own: a command, a file, a format. */
export function PsqlDialog({ source, name }: ConnectionSubject) {
  const [typed, setTyped] = useState("");
  const { words, fieldError } = argumentsOf(typed);
  const form = useForm(psqlOf(source), { fieldErrors: { words: fieldError }, input: () => words ?? [] });
  return (
    <CallFormDialog
      form={form}
      title={PSQL.title}
      description={PSQL.text(name)}
      submit={PSQL.submit}
      failed={PSQL.failed}
    >
      <PsqlField value={typed} onChange={setTyped} fieldError={form.fieldErrors.words} />
    </CallFormDialog>
  );
}

interface PsqlFieldProps {
  value: string;
  onChange(value: string): void;
  fieldError: string | undefined;
}

/** More arguments of psql, as one types them in a shell. */
export function PsqlField({ value, onChange, fieldError }: PsqlFieldProps) {
  return (
    <Field label={PSQL.label} optional error={fieldError} hint={PSQL.hint}>
      <TextInput mono value={value} onChange={onChange} placeholder="--csv" />
    </Field>
  );
}
