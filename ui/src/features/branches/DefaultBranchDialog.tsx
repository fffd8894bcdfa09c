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
      confirm="Make it the default"
      failed="The default branch is as it was"
    >
      <FullPath>{path}</FullPath>
      <p>
        Whatever names no branch gets this one from then on{before && `, in place of ${before.name}`}.
        Connection strings that are in use stay with the branch they were made for.
      </p>
    </CallConfirmDialog>
  );
}
