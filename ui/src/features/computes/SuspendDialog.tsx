import type { ComputeAsked } from "./ComputeDialog";
import { ConfirmComputeDialog } from "./ConfirmComputeDialog";
import { suspendingOf } from "./mutations";

export function SuspendDialog(asked: ComputeAsked) {
  const { projectId, computeId, branchName } = asked;
  return (
    <ConfirmComputeDialog
      asked={asked}
      verb="Suspend"
      danger
      work={suspendingOf(asked)}
      input={undefined}
      call={{ kind: "suspendCompute", projectId, computeId }}
    >
      {`Its open connections to ${branchName} are cut, and what they had not committed is lost. It wakes by itself when somebody connects.`}
    </ConfirmComputeDialog>
  );
}
