import { useState } from "react";
import { computeNameError } from "@/features/base/computeSize";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import type { ComputeDialogSubject } from "./ComputeDialog";
import { renamingOf } from "./mutations";
import { RENAME } from "./words";

export function RenameComputeDialog({ compute, name: called, ...ref }: ComputeDialogSubject) {
  const [name, setName] = useState(compute.name ?? "");
  const form = useForm(renamingOf(ref), {
    fieldErrors: { name: name === "" ? COMMON.enterName : computeNameError(name) },
    refusals: { invalid: "name", exists: "name" },
    input: () => ({ name }),
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={RENAME.title(called)}
      submit={COMMON.rename}
      call={RENAME.call}
      failed={RENAME.failed}
    >
      <Field label={COMMON.name} hint={RENAME.hint} error={form.fieldErrors.name}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
