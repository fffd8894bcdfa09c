import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { RestoreBranch } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
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
  const restore: RestoreBranch = {
    sourceId: branch.parentId ?? "",
    sourceLsn: null,
    sourceTimestamp: null,
    preserveUnderName: keep ? name.trim() : null,
  };
  const form = useForm(restoringOf(ref), {
    faults: { name: keepFault(keep, name, branches) },
    input: () => restore,
  });
  const since = branch.lastResetAt ?? branch.parentTimestamp ?? branch.createdAt;
  return (
    <CallConfirmDialog
      form={form}
      title={`Reset ${branch.name} to ${parent?.name ?? "its parent"}?`}
      confirm={`Reset ${branch.name}`}
      typeName={keep ? undefined : typeName}
      call={{
        accountId,
        title: "Reset branch",
        call: { kind: "restoreBranch", projectId, branchId, restore },
      }}
      failed="The branch is as it was"
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
        fault={form.faults.name}
        onKeep={setKeep}
        onName={setName}
      />
    </CallConfirmDialog>
  );
}
