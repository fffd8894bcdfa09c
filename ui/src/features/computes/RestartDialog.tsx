import type { ComputeAsked } from "./ComputeDialog";
import { ConfirmComputeDialog } from "./ConfirmComputeDialog";
import { restartingOf } from "./mutations";

export function RestartDialog(asked: ComputeAsked) {
  const { projectId, computeId, branchName } = asked;
  return (
    <ConfirmComputeDialog
      asked={asked}
      verb="Restart"
      danger
      work={restartingOf(asked)}
      input={undefined}
      call={{ kind: "restartCompute", projectId, computeId }}
    >
      {`Its open connections to ${branchName} are cut, and what they had not committed is lost. It starts again at once.`}
    </ConfirmComputeDialog>
  );
}
