import { counted } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import type { LossKind, LossView } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { formatDuration } from "@/kit/time/duration";
import { advancing } from "./mutations";
import styles from "./Sandbox.module.css";

const SHOWN = 8;

const KINDS: Record<LossKind, string> = {
  temporaryDatabase: "temporary database",
  branch: "branch",
  deletedProject: "deleted project, recoverable until then",
  deletedBranch: "deleted branch, recoverable until then",
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
      <ul className={styles.goes} aria-label="What is deleted">
        {lost.slice(0, SHOWN).map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            {name} <span className={styles.quiet}>{KINDS[kind]}</span>
          </li>
        ))}
        {lost.length > SHOWN && <li>and {lost.length - SHOWN} more</li>}
      </ul>
    </ConfirmDialog>
  );
}
