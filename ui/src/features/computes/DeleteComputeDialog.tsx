import type { ComputeAsked } from "./ComputeDialog";
import { ConfirmComputeDialog } from "./ConfirmComputeDialog";
import { deletingOf } from "./mutations";

export function DeleteComputeDialog(asked: ComputeAsked) {
  const { projectId, computeId, branchName, compute } = asked;
  const hosts = [compute.host, compute.poolerHost].filter(Boolean).join(" and ");
  const cut = hosts ? `Connections through ${hosts} are cut and end for good` : "Its connections are cut";
  return (
    <ConfirmComputeDialog
      asked={asked}
      verb="Delete"
      danger
      work={deletingOf(asked)}
      input={undefined}
      call={{ kind: "deleteCompute", projectId, computeId }}
    >
      {`${cut}: a new compute gets an address of its own. The data of ${branchName} stays.`}
    </ConfirmComputeDialog>
  );
}
