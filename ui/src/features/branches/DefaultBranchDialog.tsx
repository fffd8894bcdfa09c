import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import type { BranchAsked } from "./BranchDialog";
import { defaultingOf } from "./mutations";

/** Makes a branch the one that is meant where none is named. */
export function DefaultBranchDialog({ branch, branches, path, ...ref }: BranchAsked) {
  const before = branches.find(({ isDefault }) => isDefault);
  const form = useForm(defaultingOf(ref), { input: () => undefined });
  return (
    <CallConfirmDialog
      form={form}
      danger={false}
      title={`Make ${branch.name} the default branch?`}
      confirm="Make default"
      failed="The default branch was not changed"
    >
      <FullPath of={path} />
      <p>
        Requests that name no branch will use it{before && ` instead of ${before.name}`}. Existing connection
        strings keep their branch.
      </p>
    </CallConfirmDialog>
  );
}
