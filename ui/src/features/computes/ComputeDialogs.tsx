import type { Asked } from "@/kit/overlay/asked";
import { ComputeDialog } from "./ComputeDialog";
import { DeleteComputeDialog, DisableDialog, RestartDialog, SuspendDialog } from "./ConfirmComputeDialog";
import { CreateComputeDialog } from "./CreateComputeDialog";
import { RenameComputeDialog } from "./RenameComputeDialog";
import { ResizeDialog } from "./ResizeDialog";
import { TimeoutDialog } from "./TimeoutDialog";

const ABOUT_ONE = {
  renameCompute: RenameComputeDialog,
  resizeCompute: ResizeDialog,
  computeTimeout: TimeoutDialog,
  suspendCompute: SuspendDialog,
  restartCompute: RestartDialog,
  disableCompute: DisableDialog,
  deleteCompute: DeleteComputeDialog,
};

type ComputeAsking = Extract<Asked, { dialog: "createCompute" | keyof typeof ABOUT_ONE }>;

/** The dialog about a compute that was asked for. */
export function ComputeDialogs({ asked }: { asked: ComputeAsking }) {
  if (asked.dialog === "createCompute") {
    return (
      <CreateComputeDialog
        accountId={asked.accountId}
        projectId={asked.projectId}
        branchId={asked.branchId}
      />
    );
  }
  const { dialog, ...ref } = asked;
  const Shown = ABOUT_ONE[dialog];
  return <ComputeDialog {...ref}>{(about) => <Shown {...about} />}</ComputeDialog>;
}
