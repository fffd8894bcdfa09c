import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import type { BranchAsked } from "./BranchDialog";
import { defaultingOf } from "./mutations";

/** Makes a branch the one that is meant where none is named. */
export function DefaultBranchDialog({ branch, branches, path, ...ref }: BranchAsked) {
  const close = useUnask();
  const defaulting = useWork(defaultingOf(ref));
  const before = branches.find(({ isDefault }) => isDefault);
  const confirm = async () => {
    if (await defaulting.start()) close();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void confirm()}
      danger={false}
      title={`Make ${branch.name} the default branch?`}
      confirm="Make it the default"
      busy={defaulting.underWay}
      error={
        defaulting.failure && (
          <Failure title="The default branch is as it was" error={defaulting.failure.error} />
        )
      }
    >
      <FullPath>{path}</FullPath>
      <p>
        Whatever names no branch gets this one from then on{before && `, in place of ${before.name}`}.
        Connection strings that are in use stay with the branch they were made for.
      </p>
    </ConfirmDialog>
  );
}
