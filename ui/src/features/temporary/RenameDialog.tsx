import { useState } from "react";
import { nameError } from "@/features/base/nameError";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { TemporaryView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { renamingOf } from "./mutations";
import { RENAME } from "./words";

export function RenameDialog({ row }: { row: TemporaryView }) {
  const [name, setName] = useState(row.name);
  const form = useForm(renamingOf(row.id), {
    fieldErrors: { name: name === "" ? RENAME.empty : nameError(name, 64) },
    input: () => name,
  });
  return (
    <CallFormDialog form={form} size="small" title={RENAME.title(row.name)} submit={RENAME.submit}>
      <Field label={RENAME.name} hint={RENAME.hint} error={form.fieldErrors.name}>
        <TextInput
          value={name}
          onChange={setName}
          onFocus={(event) => event.target.select()}
          maxLength={80}
        />
      </Field>
    </CallFormDialog>
  );
}
