import { useId } from "react";
import { viewOf } from "@/data/errors";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import styles from "./Branches.module.css";
import { CreateBranchFields } from "./CreateBranchFields";
import { useCreateBranch } from "./useCreateBranch";

interface CreateBranchDialogProps {
  accountId: string;
  projectId: string;
  parentId?: string | undefined;
}

/** A new branch: from what, with what, and for how long. */
export function CreateBranchDialog({ accountId, projectId, parentId }: CreateBranchDialogProps) {
  const form = useCreateBranch(accountId, projectId, parentId);
  const id = useId();
  const about = form.failure && viewOf(form.failure).code === "exists" ? viewOf(form.failure).about : null;
  const existing = about ?? form.existing?.id;
  const openExisting = existing !== undefined && (
    <Button size="small" icon="arrowRight" onClick={() => form.open(existing)}>
      Open the existing branch
    </Button>
  );
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="New branch"
      description="A branch begins with the data of its parent and takes up room only for what changes in it."
      footer={
        <>
          <CopyAsButton accountId={accountId} call={form.call} title="Create branch" />
          <Button
            tone="primary"
            submit
            form={id}
            busy={form.underWay}
            disabled={form.locked !== undefined}
            title={form.locked}
          >
            Create branch
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void form.create(event)} noValidate>
        <CreateBranchFields form={form} />
      </form>
      {form.locked && <Notice tone="warning">{form.locked}.</Notice>}
      {form.failure ? (
        <Failure title="The branch was not created" error={form.failure} actions={openExisting} />
      ) : (
        form.existing && (
          <Notice tone="info" role="status" actions={openExisting}>
            There is a branch of this name already.
          </Notice>
        )
      )}
    </Dialog>
  );
}
