import type { MutationSpec } from "@/data/mutation";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeDialogSubject } from "./ComputeDialog";
import { deletingOf, enablingOf, restartingOf, suspendingOf } from "./mutations";
import type { ComputeRef } from "./subjects";
import { type ConfirmWords, DELETE, DISABLE, RESTART, SUSPEND } from "./words";

interface Confirming<Result, Input> {
  words: ConfirmWords;
  spec(ref: ComputeRef): MutationSpec<Result, Input>;
  input: Input;
  deletes?: boolean;
  /** Whether its name is to be typed where the account is one of production. */
  typed?: boolean;
}

/** A dialog that asks before connections are cut. */
const confirming = <Result, Input>({ words, spec, input, typed, deletes }: Confirming<Result, Input>) =>
  function ConfirmComputeDialog(subject: ComputeDialogSubject) {
    const form = useForm(spec(subject), { input: () => input, ...(deletes && { deletes: subject.name }) });
    return (
      <CallConfirmDialog
        form={form}
        title={words.title(subject.name)}
        confirm={words.submit}
        typeName={typed ? subject.typeName : undefined}
        call={words.call}
        failed={words.failed}
      >
        <FullPath of={subject.path} />
        <p>{words.means(subject)}</p>
      </CallConfirmDialog>
    );
  };

export const DeleteComputeDialog = confirming({
  words: DELETE,
  spec: deletingOf,
  input: undefined,
  deletes: true,
  typed: true,
});

export const DisableDialog = confirming({
  words: DISABLE,
  spec: enablingOf,
  input: { disabled: true },
});

export const RestartDialog = confirming({
  words: RESTART,
  spec: restartingOf,
  input: undefined,
});

export const SuspendDialog = confirming({
  words: SUSPEND,
  spec: suspendingOf,
  input: undefined,
});
