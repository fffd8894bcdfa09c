import { useState } from "react";
import { viewOf } from "@/data/errors";
import { nameError } from "@/features/base/nameError";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import type { BranchDialogSubject } from "./BranchDialog";
import { renamingOf } from "./mutations";
import { CREATE, RENAME } from "./words";

export function RenameBranchDialog({ branch, branches, ...ref }: BranchDialogSubject) {
  const { accountId, projectId, branchId } = ref;
  const [name, setName] = useState(branch.name);
  const router = useRouter();
  const close = useCloseDialog();
  const form = useForm(renamingOf(ref), {
    fieldErrors: { name: name === "" ? COMMON.enterName : nameError(name) },
    refusals: { invalid: "name" },
    unchanged: name === branch.name,
    input: () => ({ name }),
  });
  const other = branches.find((each) => each.name === name && each.id !== branchId);
  const existing = (form.error && viewOf(form.error).about) || other?.id;
  const open = (id: string) => {
    close();
    router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch: id });
  };
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={RENAME.title(branch.name)}
      submit={COMMON.rename}
      call={RENAME.call}
      failed={RENAME.failed}
      wayOut={
        existing && (
          <Button size="small" icon="arrowRight" onClick={() => open(existing)}>
            {CREATE.openExisting}
          </Button>
        )
      }
    >
      <Field label={COMMON.name} hint={RENAME.hint} error={form.fieldErrors.name}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
