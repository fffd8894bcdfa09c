import { useId } from "react";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import type { BranchAsked } from "./BranchDialog";
import styles from "./Branches.module.css";
import { KeepFields } from "./KeepFields";
import { PointFields } from "./PointFields";
import { useRestoreBranch } from "./useRestoreBranch";

/** Sets a branch to its own past, or to another branch. */
export function RestoreBranchDialog(asked: BranchAsked) {
  const { branch, branches, accountId, projectId, branchId, path } = asked;
  const form = useRestoreBranch(asked);
  const id = useId();
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title={`Restore ${branch.name}`}
      description="What the branch holds now is replaced, and its connections are cut."
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            call={{ kind: "restoreBranch", projectId, branchId, restore: form.restore }}
            title="Restore branch"
          />
          <Button tone="danger" submit form={id} busy={form.underWay}>
            Restore {branch.name}
          </Button>
        </>
      }
    >
      <p className={styles.path}>{path}</p>
      <form id={id} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
        <Field label="To the data of">
          <Select
            options={[
              { value: branchId, label: `${branch.name} itself, earlier` },
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
          point={form.draft.point}
          moment={form.draft.moment}
          lsn={form.draft.lsn}
          faults={form.faults}
          earliest={form.earliest}
          now={form.now}
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
      </form>
      {form.failure && <Failure title="The branch is as it was" error={form.failure} />}
    </Dialog>
  );
}
