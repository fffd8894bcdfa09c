import type { Work } from "@/data/work";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { Call } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeAsked } from "./ComputeDialog";
import { deletingOf, enablingOf, restartingOf, suspendingOf } from "./mutations";

interface ConfirmComputeDialogProps<Result, Input> {
  asked: ComputeAsked;
  /** Begins the title and names the button: "Suspend". */
  verb: string;
  danger: boolean;
  work: Work<Result, Input>;
  input: Input;
  call: Call;
  /** What comes of it. */
  children: string;
}

/** Asks before connections are cut. */
function ConfirmComputeDialog<Result, Input>(props: ConfirmComputeDialogProps<Result, Input>) {
  const { asked, verb, danger, call, children } = props;
  const form = useForm(props.work, { input: () => props.input });
  return (
    <CallConfirmDialog
      form={form}
      danger={danger}
      title={`${verb} ${asked.name}?`}
      confirm={`${verb} ${asked.name}`}
      typeName={verb === "Delete" ? asked.typeName : undefined}
      call={{ accountId: asked.accountId, title: `${verb} compute`, call }}
      failed="The compute is as it was"
    >
      <FullPath>{asked.path}</FullPath>
      <p>{children}</p>
    </CallConfirmDialog>
  );
}

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
