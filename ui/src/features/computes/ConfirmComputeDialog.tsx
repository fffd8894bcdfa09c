import type { Work } from "@/data/work";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { Call } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeAsked } from "./ComputeDialog";
import { deletingOf, enablingOf, restartingOf, suspendingOf } from "./mutations";
import type { ComputeRef } from "./places";

interface Confirming<Result, Input> {
  /** Begins the title and names the button: "Suspend". */
  verb: string;
  work(ref: ComputeRef): Work<Result, Input>;
  input: Input;
  callOf(ref: ComputeRef): Call;
  /** What comes of it. */
  means(asked: ComputeAsked): string;
}

/** A dialog that asks before connections are cut. */
const confirming = <Result, Input>({ verb, work, input, callOf, means }: Confirming<Result, Input>) =>
  function ConfirmComputeDialog(asked: ComputeAsked) {
    const form = useForm(work(asked), { input: () => input });
    return (
      <CallConfirmDialog
        form={form}
        title={`${verb} ${asked.name}?`}
        confirm={`${verb} ${asked.name}`}
        typeName={verb === "Delete" ? asked.typeName : undefined}
        call={{ accountId: asked.accountId, title: `${verb} compute`, call: callOf(asked) }}
        failed="The compute was not changed"
      >
        <FullPath of={asked.path} />
        <p>{means(asked)}</p>
      </CallConfirmDialog>
    );
  };

export const DeleteComputeDialog = confirming({
  verb: "Delete",
  work: deletingOf,
  input: undefined,
  callOf: ({ projectId, computeId }) => ({ kind: "deleteCompute", projectId, computeId }),
  means({ branchName, compute }) {
    const hosts = [compute.host, compute.poolerHost].filter(Boolean).join(" and ");
    const cut = hosts ? `Connections through ${hosts} are closed for good` : "Its connections are closed";
    return `${cut}. A new compute gets a new host. The data of ${branchName} stays.`;
  },
});

const UPDATE = { disabled: true };

export const DisableDialog = confirming({
  verb: "Disable",
  work: enablingOf,
  input: UPDATE,
  callOf: ({ projectId, computeId }) => ({ kind: "updateCompute", projectId, computeId, update: UPDATE }),
  means: ({ branchName }) =>
    `Closes open connections to ${branchName} and refuses new ones until you enable it again. The data stays.`,
});

export const RestartDialog = confirming({
  verb: "Restart",
  work: restartingOf,
  input: undefined,
  callOf: ({ projectId, computeId }) => ({ kind: "restartCompute", projectId, computeId }),
  means: ({ branchName }) =>
    `Closes open connections to ${branchName}. Uncommitted changes are lost. It starts again at once.`,
});

export const SuspendDialog = confirming({
  verb: "Suspend",
  work: suspendingOf,
  input: undefined,
  callOf: ({ projectId, computeId }) => ({ kind: "suspendCompute", projectId, computeId }),
  means: ({ branchName }) =>
    `Closes open connections to ${branchName}. Uncommitted changes are lost. The next connection starts it again.`,
});
