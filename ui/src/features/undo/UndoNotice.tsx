import { useClockOffset } from "@/data/clockOffset";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { UndoView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notice } from "@/kit/state/Notice";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";
import { dismissingOf, undoingOf } from "./mutations";
import styles from "./Undo.module.css";

/** One thing that was deleted here: until when it can be brought back, and the click that does it. */
export function UndoNotice({ undo }: { undo: UndoView }) {
  const offset = useClockOffset(undo.accountId);
  const until = instantOf(undo.until);
  const left = useTimeLeft(until, offset);
  const undoing = useWork(undoingOf(undo));
  const dismissing = useWork(dismissingOf(undo));
  const failure = undoing.failure ?? dismissing.failure;
  if (left === 0) return null;
  return (
    <>
      <Notice
        tone="plain"
        icon="undo"
        role="status"
        testId="undo-notice"
        actions={
          <>
            <Button size="small" icon="undo" busy={undoing.underWay} onClick={() => void undoing.start()}>
              Undo
            </Button>
            <Button
              size="small"
              tone="quiet"
              busy={dismissing.underWay}
              onClick={() => void dismissing.start()}
            >
              Dismiss
            </Button>
          </>
        }
      >
        <span className={styles.line}>
          <span>
            <b>{undo.name}</b> is deleted.
          </span>
          <span title={`Until ${formatDate(until, offset)}`}>
            It can be brought back for {formatDuration(left)}, with all that was in it.
          </span>
        </span>
      </Notice>
      {failure && (
        <Failure
          title={`${undo.name} was not brought back`}
          error={failure.error}
          onDismiss={failure.clear}
        />
      )}
    </>
  );
}
