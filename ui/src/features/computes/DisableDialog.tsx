import type { ComputeAsked } from "./ComputeDialog";
import { ConfirmComputeDialog } from "./ConfirmComputeDialog";
import { enablingOf } from "./mutations";

const UPDATE = { disabled: true };

export function DisableDialog(asked: ComputeAsked) {
  const { projectId, computeId, branchName } = asked;
  return (
    <ConfirmComputeDialog
      asked={asked}
      verb="Disable"
      danger
      work={enablingOf(asked)}
      input={UPDATE}
      call={{ kind: "updateCompute", projectId, computeId, update: UPDATE }}
    >
      {`Its open connections to ${branchName} are cut, and new ones are refused until it is enabled again. The data stays.`}
    </ConfirmComputeDialog>
  );
}
