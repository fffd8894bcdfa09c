import { useState } from "react";
import { nameError } from "@/features/base/nameError";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { renamingOf } from "./mutations";
import type { SnapshotDialogSubject } from "./SnapshotDialog";
import { RENAME, TAKE } from "./words";

export function RenameSnapshotDialog({ snapshot, snapshots, path: _path, ...ref }: SnapshotDialogSubject) {
  const { snapshotId } = ref;
  const [name, setName] = useState(snapshot.name);
  const isTaken = snapshots.some((each) => each.name === name && each.id !== snapshotId);
  const wrong = isTaken ? TAKE.taken : nameError(name);
  const form = useForm(renamingOf(ref), {
    fieldErrors: { name: name === "" ? COMMON.enterName : wrong },
    refusals: { invalid: "name", exists: "name" },
    unchanged: name === snapshot.name,
    input: () => name,
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={RENAME.title(snapshot.name)}
      submit={COMMON.rename}
      call={RENAME.call}
      failed={RENAME.failed}
    >
      <Field label={COMMON.name} error={form.fieldErrors.name}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
