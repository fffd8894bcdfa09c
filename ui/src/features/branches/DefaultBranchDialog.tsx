import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import type { BranchDialogSubject } from "./BranchDialog";
import { defaultingOf } from "./mutations";
import { MAKE_DEFAULT } from "./words";

/** Makes a branch the one that is meant where none is named. */
export function DefaultBranchDialog({ branch, branches, path, ...ref }: BranchDialogSubject) {
  const before = branches.find(({ isDefault }) => isDefault);
  const form = useForm(defaultingOf(ref), { input: () => undefined });
  return (
    <CallConfirmDialog
      form={form}
      danger={false}
      title={MAKE_DEFAULT.title(branch.name)}
      confirm={MAKE_DEFAULT.submit}
      failed={MAKE_DEFAULT.failed}
    >
      <FullPath of={path} />
      <p>{MAKE_DEFAULT.means(before?.name)}</p>
    </CallConfirmDialog>
  );
}
