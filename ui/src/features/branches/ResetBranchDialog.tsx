import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { RestoreBranch } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { formatDate } from "@/kit/time/formatDate";
import { calendarOf, currentTime } from "@/time/clock";
import type { BranchAsked } from "./BranchDialog";
import { KeepFields, keepFault, keptName } from "./KeepFields";
import { restoringOf } from "./mutations";

/** Gives a branch the present data of its parent, after saying what is lost by that. */
export function ResetBranchDialog({ branch, branches, path, typeName, ...ref }: BranchAsked) {
  const { accountId, projectId, branchId } = ref;
  const parent = branches.find(({ id }) => id === branch.parentId);
  const hasChildren = branches.some(({ parentId }) => parentId === branchId);
  const [keep, setKeep] = useState(hasChildren);
  const [name, setName] = useState(() => keptName(branch.name, calendarOf(currentTime())));
  const ahead = useClockOffset(accountId);
  const [tried, setTried] = useState(false);
  const close = useUnask();
  const restoring = useWork(restoringOf(ref));
  const fault = keepFault(keep, name, branches);
  const restore: RestoreBranch = {
    sourceId: branch.parentId ?? "",
    sourceLsn: null,
    sourceTimestamp: null,
    preserveUnderName: keep ? name.trim() : null,
  };
  const reset = async () => {
    setTried(true);
    if (fault) return;
    if (await restoring.start(restore)) close();
  };
  const since = branch.lastResetAt ?? branch.parentTimestamp ?? branch.createdAt;
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void reset()}
      title={`Reset ${branch.name} to ${parent?.name ?? "its parent"}?`}
      confirm={`Reset ${branch.name}`}
      typeName={keep ? undefined : typeName}
      busy={restoring.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "restoreBranch", projectId, branchId, restore }}
          title="Reset branch"
        />
      }
      error={restoring.failure && <Failure title="The branch is as it was" error={restoring.failure.error} />}
    >
      <FullPath>{path}</FullPath>
      <p>
        It gets the present data of {parent?.name ?? "its parent"}. Everything that was written to{" "}
        {branch.name}
        {since && ` since ${formatDate(since, ahead)}`} is lost
        {keep && " here, and kept in the branch named below"}, and its connections are cut.
      </p>
      <KeepFields
        keep={keep}
        required={hasChildren && "Other branches come from it, so what it holds must be kept."}
        name={name}
        fault={tried ? fault : undefined}
        onKeep={setKeep}
        onName={setName}
      />
    </ConfirmDialog>
  );
}
