import { useState } from "react";
import { nameError } from "@/features/base/nameError";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { renamingOf } from "./mutations";
import type { ProjectSubject } from "./subjects";
import { RENAME } from "./words";

interface RenameProjectDialogProps extends ProjectSubject {
  suggested?: string;
}

export function RenameProjectDialog({ accountId, project, suggested }: RenameProjectDialogProps) {
  const [name, setName] = useState(suggested ?? project.name);
  const form = useForm(renamingOf({ accountId, projectId: project.id }), {
    fieldErrors: { name: name === "" ? COMMON.enterName : nameError(name) },
    refusals: { invalid: "name", exists: "name" },
    unchanged: name === project.name,
    input: () => name,
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={RENAME.title(project.name)}
      submit={COMMON.rename}
      call={RENAME.title(project.name)}
      failed={RENAME.failed}
    >
      <Field label={COMMON.name} hint={RENAME.hint} error={form.fieldErrors.name}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
