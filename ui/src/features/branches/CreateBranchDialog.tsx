import { viewOf } from "@/data/errors";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Notice } from "@/kit/state/Notice";
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
  const close = useUnask();
  const about = form.failure && viewOf(form.failure).code === "exists" ? viewOf(form.failure).about : null;
  const existing = about ?? form.existing?.id;
  const openExisting = existing !== undefined && (
    <Button size="small" icon="arrowRight" onClick={() => form.open(existing)}>
      Open the existing branch
    </Button>
  );
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.create()}
      title="New branch"
      description="A branch begins with the data of its parent and takes up room only for what changes in it."
      submit="Create branch"
      busy={form.underWay}
      blocked={form.locked}
      aside={<CopyAsButton accountId={accountId} call={form.call} title="Create branch" />}
      after={
        form.failure ? (
          <Failure title="The branch was not created" error={form.failure} actions={openExisting} />
        ) : (
          form.existing && (
            <Notice tone="info" role="status" actions={openExisting}>
              There is a branch of this name already.
            </Notice>
          )
        )
      }
    >
      <CreateBranchFields form={form} />
    </FormDialog>
  );
}
