import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import type { BranchAsked } from "./BranchDialog";
import { KeepFields } from "./KeepFields";
import { PointFields } from "./PointFields";
import { useRestoreBranch } from "./useRestoreBranch";

/** Sets a branch to its own past, or to another branch. */
export function RestoreBranchDialog(asked: BranchAsked) {
  const { branch, branches, accountId, projectId, branchId, path } = asked;
  const form = useRestoreBranch(asked);
  const close = useUnask();
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.submit()}
      title={`Restore ${branch.name}`}
      description="What the branch holds now is replaced, and its connections are cut."
      submit={`Restore ${branch.name}`}
      danger
      busy={form.underWay}
      blocked={form.blocked}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "restoreBranch", projectId, branchId, restore: form.restore }}
          title="Restore branch"
        />
      }
      after={form.failure && <Failure title="The branch is as it was" error={form.failure} />}
    >
      <FullPath>{path}</FullPath>
      <Field label="To the data of">
        <Select
          options={[
            {
              value: branchId,
              label: `${branch.name} itself, earlier`,
              ...(form.noPast && { disabled: true, detail: "no history is kept" }),
            },
            ...branches
              .filter((each) => each.id !== branchId)
              .map((each) => ({ value: each.id, label: each.name })),
          ]}
          value={form.draft.sourceId}
          onChange={(sourceId) => form.change({ sourceId })}
        />
      </Field>
      <PointFields
        label="From which point"
        nowLabel="As it is now"
        pastOnly={form.itself}
        noPast={form.noPast}
        point={form.draft.point}
        moment={form.draft.moment}
        lsn={form.draft.lsn}
        faults={form.faults}
        earliest={form.earliest}
        now={form.now}
        ahead={form.ahead}
        onChange={form.change}
      />
      <KeepFields
        keep={form.keep}
        required={form.required}
        name={form.draft.name}
        fault={form.faults.name}
        onKeep={(keep) => form.change({ keep })}
        onName={(name) => form.change({ name })}
      />
    </FormDialog>
  );
}
