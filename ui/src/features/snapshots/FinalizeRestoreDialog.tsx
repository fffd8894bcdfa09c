import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import { preserveError } from "@/features/branches/PreserveFields";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import { finalizingOf } from "./mutations";
import { FINALIZE } from "./words";

/** Has a restored branch replace the one that it was restored for. */
export function FinalizeRestoreDialog({ branch, branches, path, ...ref }: BranchDialogSubject) {
  const target = branches.find(({ id }) => id === branch.restoredAs);
  const former = target?.name ?? "";
  const [typed, setTyped] = useState<string>();
  const name = typed ?? `${former} (old)`;
  const form = useForm(finalizingOf(ref), {
    fieldErrors: { name: preserveError(true, name, branches) },
    refusals: { exists: "name", invalid: "name" },
    input: () => name,
  });
  return (
    <CallFormDialog
      form={form}
      title={target ? FINALIZE.title(branch.name, former) : FINALIZE.submit}
      submit={FINALIZE.submit}
      danger
      blocked={target ? undefined : FINALIZE.noTarget}
      call={FINALIZE.submit}
      failed={FINALIZE.failed}
    >
      <FullPath of={path} />
      {target && (
        <>
          <p>{FINALIZE.means(branch.name, former)}</p>
          <Field label={FINALIZE.former(former)} hint={FINALIZE.formerHint} error={form.fieldErrors.name}>
            <TextInput value={name} onChange={setTyped} />
          </Field>
        </>
      )}
    </CallFormDialog>
  );
}
