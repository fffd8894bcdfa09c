import { counted } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import type { LossKind, LossView } from "@/ipc/generated";
import { cx } from "@/kit/cx";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { formatDuration } from "@/kit/time/duration";
import { advancing } from "./mutations";
import styles from "./Sandbox.module.css";

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keys */}
      <ul className={cx(styles.goes, styles.scrolls)} aria-label="What is deleted" tabIndex={0}>
        {lost.map(({ kind, name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two things may have one name, and the list stays as it is
          <li key={index}>
            {name} <span className={styles.quiet}>{KINDS[kind]}</span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
