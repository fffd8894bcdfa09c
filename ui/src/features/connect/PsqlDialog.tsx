import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { argumentsOf } from "./arguments";
import { psqlOf } from "./mutations";
import type { ConnectionSubject } from "./places";

/** psql with arguments of the person's own: a command, a file, a format. */
export function PsqlDialog({ source, name }: ConnectionSubject) {
  const [typed, setTyped] = useState("");
  const { words, fault } = argumentsOf(typed);
  const form = useForm(psqlOf(source), { faults: { words: fault }, input: () => words ?? [] });
  return (
    <CallFormDialog
      form={form}
      title="Open psql with arguments"
      description={`Connects to ${name} in a terminal. The password stays out of the arguments and the shell history.`}
      submit="Open psql"
      failed="Couldn’t open psql"
    >
      <PsqlField value={typed} onChange={setTyped} fault={form.faults.words} />
    </CallFormDialog>
  );
}

interface PsqlFieldProps {
  value: string;
  onChange(value: string): void;
  fault: string | undefined;
}

/** More arguments of psql, as one types them in a shell. */
export function PsqlField({ value, onChange, fault }: PsqlFieldProps) {
  return (
    <Field
      label="psql arguments"
      optional
      error={fault}
      hint="Output options, such as --csv, -x or -P null=none. Enter anything else at the psql prompt."
    >
      <TextInput mono value={value} onChange={onChange} placeholder="--csv" />
    </Field>
  );
}
