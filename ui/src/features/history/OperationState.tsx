import { useClockOffset } from "@/data/clockOffset";
import type { TrackedOperationView } from "@/ipc/generated";
import { LookPill } from "@/kit/data/Pill";
import { Countdown } from "@/kit/time/Countdown";
import { stepOf } from "@/kit/time/elapsed";
import { useNow } from "@/kit/time/useNow";
import { currentTime, instantOf } from "@/time/clock";
import styles from "./History.module.css";
import { operationLook, takenOf } from "./operation";
import { DETAIL, failuresWords, takenWords } from "./words";

/** The status in a word and, after failures, how many there were and when it is tried again. */
export function OperationState({ row }: { row: TrackedOperationView }) {
  const { operation, accountId } = row;
  const look = operationLook(operation);
  return (
    <div className={styles.state} data-testid="operation-state" data-status={operation.status}>
      <LookPill look={look} />
      {operation.failures > 0 && (
        <small className={styles.small}>
          {failuresWords(operation.failures)}
          {operation.retryAt !== null && !operation.isOver && (
            <>
              , {DETAIL.retryIn} <RetryTime accountId={accountId} at={operation.retryAt} />
            </>
          )}
        </small>
      )}
    </div>
  );
}

/** What is left until a failed operation is tried again, by the platform's clock. */
export function RetryTime({ accountId, at }: { accountId: string; at: string }) {
  const offset = useClockOffset(accountId);
  return <Countdown until={instantOf(at)} clockOffset={offset} over={DETAIL.moment} />;
}

/** How long an operation took, or takes by now: ticks while it goes on. */
export function Elapsed({ row }: { row: TrackedOperationView }) {
  const now = useNow(row.operation.isOver ? undefined : stepOf(takenOf(row, currentTime()) ?? 0));
  const taken = takenOf(row, now);
  if (taken === undefined) return <span className="ui-faint">{DETAIL.unknown}</span>;
  return <span className="ui-figures">{takenWords(taken, row.operation.isOver)}</span>;
}
