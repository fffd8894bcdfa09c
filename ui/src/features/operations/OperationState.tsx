import { useClockOffset } from "@/data/clockOffset";
import { counted } from "@/data/format";
import type { TrackedOperationView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { Countdown } from "@/kit/time/Countdown";
import { instantOf } from "@/time/clock";
import styles from "./Operations.module.css";
import { operationLook } from "./words";

/** The status in a word and, after failures, how many there were and when it is tried again. */
export function OperationState({ row }: { row: TrackedOperationView }) {
  const { operation, accountId } = row;
  const look = operationLook(operation);
  return (
    <div className={styles.state} data-testid="operation-state" data-status={operation.status}>
      <Pill tone={look.tone}>{look.word}</Pill>
      {operation.failures > 0 && (
        <small className={styles.small}>
          {counted(operation.failures, "failure")}
          {operation.retryAt !== null && !operation.isOver && (
            <>
              , again in <RetryTime accountId={accountId} at={operation.retryAt} />
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
  return <Countdown until={instantOf(at)} clockOffset={offset} over="a moment" />;
}
