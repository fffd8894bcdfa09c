import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { RestoreBranch } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
import { formatDate } from "@/kit/time/formatDate";
import { currentTime } from "@/time/clock";
import type { BranchDialogSubject } from "./BranchDialog";
import { restoringOf } from "./mutations";
import { PreserveFields, preservedName, preserveError } from "./PreserveFields";
import { PRESERVE, RESET } from "./restoreWords";

/** Gives a branch the present data of its parent, after saying what is lost by that. */
export function ResetBranchDialog({ branch, branches, path, typeName, ...ref }: BranchDialogSubject) {
  const { accountId, projectId, branchId } = ref;
  const parent = branches.find(({ id }) => id === branch.parentId);
  // A parent that is not listed is named by its id: the dialog never leaves open whose data the branch takes.
  const source = parent?.name ?? branch.parentId ?? undefined;
  const hasChildren = branches.some(({ parentId }) => parentId === branchId);
  const [keep, setKeep] = useState(hasChildren);
  const ahead = useClockOffset(accountId);
  const [name, setName] = useState(() => preservedName(branch.name, currentTime() + ahead, branches));
  const restore: RestoreBranch = {
    sourceId: branch.parentId ?? "",
    sourceLsn: null,
    sourceTimestamp: null,
    preserveUnderName: keep ? name : null,
  };
  const form = useForm(restoringOf(ref), {
    fieldErrors: { name: preserveError(keep, name, branches) },
    input: () => restore,
  });
  const since = branch.lastResetAt ?? branch.parentTimestamp ?? branch.createdAt;
  return (
    <CallConfirmDialog
      form={form}
      title={RESET.title(branch.name, source)}
      confirm={RESET.submit}
      typeName={keep ? undefined : typeName}
      call={{
        accountId,
        title: RESET.call,
        call: { kind: "restoreBranch", projectId, branchId, restore },
      }}
      failed={RESET.failed}
    >
      <FullPath of={path} />
      <p>{RESET.means(branch.name, source, since === null ? null : formatDate(since, ahead), keep)}</p>
      <PreserveFields
        keep={keep}
        required={hasChildren && PRESERVE.forChildren}
        name={name}
        fieldError={form.fieldErrors.name}
        onKeep={setKeep}
        onName={setName}
      />
    </CallConfirmDialog>
  );
}
