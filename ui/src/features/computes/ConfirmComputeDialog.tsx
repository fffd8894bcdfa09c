import { useWork, type Work } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { Call } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import type { ComputeAsked } from "./ComputeDialog";

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
export function ConfirmComputeDialog<Result, Input>(props: ConfirmComputeDialogProps<Result, Input>) {
  const { asked, verb, danger, call, children } = props;
  const close = useUnask();
  const work = useWork(props.work);
  const confirm = async () => {
    if ((await work.start(props.input)) !== undefined) close();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void confirm()}
      danger={danger}
      title={`${verb} ${asked.name}?`}
      confirm={`${verb} ${asked.name}`}
      typeName={verb === "Delete" ? asked.typeName : undefined}
      busy={work.underWay}
      aside={<CopyAsButton accountId={asked.accountId} call={call} title={`${verb} compute`} />}
      error={work.failure && <Failure title="The compute is as it was" error={work.failure.error} />}
    >
      <FullPath>{asked.path}</FullPath>
      <p>{children}</p>
    </ConfirmDialog>
  );
}
