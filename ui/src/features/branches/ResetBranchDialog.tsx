import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { branchesQuery } from "@/data/queries";
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
export function ResetBranchDialog(subject: BranchDialogSubject) {
  const { branch, branches, path, typeName, ...ref } = subject;
  const { accountId, branchId } = ref;
  const { source, blocked } = useParent(subject);
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
      blocked={blocked}
      call={RESET.call}
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

/** The parent's name, and why the branch can't be reset if the parent was deleted. */
function useParent({ accountId, projectId, branch, branches }: BranchDialogSubject) {
  const { parentId } = branch;
  const present = branches.find(({ id }) => id === parentId);
  const all = useQuery({
    ...branchesQuery(accountId, projectId, true),
    enabled: present === undefined && parentId !== null,
  });
  if (present) return { source: present.name };
  if (parentId === null) return { source: RESET.noSource, blocked: RESET.noParent(branch.name) };
  const deleted = all.data?.find(({ id }) => id === parentId)?.name ?? parentId;
  return { source: deleted, blocked: RESET.parentDeleted(branch.name, deleted) };
}
