import { counted } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { LossKind, LossView } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { formatDuration } from "@/kit/time/duration";
import { LossList } from "./LossList";
import { advancing } from "./mutations";

const KINDS: Record<LossKind, string> = {
  temporaryDatabase: "temporary database",
  branch: "branch",
  deletedProject: "deleted project, which cannot be recovered any more",
  deletedBranch: "deleted branch, which cannot be recovered any more",
};

interface MoveClockDialogProps {
  seconds: number;
  lost: readonly LossView[];
}

/** Names everything that is over by the time the clock is moved to. */
export function MoveClockDialog({ seconds, lost }: MoveClockDialogProps) {
  const advance = useWork(advancing);
  const close = useUnask();
  const span = formatDuration(seconds * 1000);
  const confirm = async () => {
    if (await advance.start(seconds)) close();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void confirm()}
      title={`Move the clock forward by ${span}?`}
      confirm={`Move and delete ${lost.length}`}
      busy={advance.underWay}
      error={advance.failure && <Failure title="The clock was not moved" error={advance.failure.error} />}
    >
      <p>
        {counted(lost.length, "thing expires", "things expire")} by then and{" "}
        {lost.length === 1 ? "is" : "are"} deleted with all data. The clock cannot be moved back.
      </p>
      <LossList
        label="What is deleted"
        losses={lost.map(({ kind, name }) => ({ name, detail: KINDS[kind] }))}
      />
    </ConfirmDialog>
  );
}
