import { useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { Failure } from "@/features/base/Failure";
import type { ReplicaLagView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { formatBytes } from "@/kit/data/bytes";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./Computes.module.css";
import { lagOf } from "./mutations";
import type { ComputeSubject } from "./subjects";
import { computeName, LAG, lagWords } from "./words";

/** How far a read-only compute is behind, asked on a click: a connection wakes it. */
export function ReplicaLag({ subject }: { subject: ComputeSubject }) {
  const { locked } = subject;
  const mutation = useMutationSpec(lagOf(subject));
  const [lag, setLag] = useState<ReplicaLagView>();
  const run = async () => {
    setLag(undefined);
    mutation.failure?.clear();
    setLag(await mutation.start());
  };
  return (
    <div className="ui-stack">
      <span className={styles.line}>
        <Tooltip text={locked}>
          <Button
            size="small"
            busy={mutation.underWay}
            aria-label={LAG.checkOf(computeName(subject.compute))}
            aria-disabled={locked !== undefined || undefined}
            onClick={() => locked === undefined && void run()}
          >
            {LAG.check}
          </Button>
        </Tooltip>
        <span role="status" data-testid="replica-lag">
          {mutation.underWay && LAG.busy}
          {lag && (
            <Tooltip text={LAG.replayed(lag.replayedLsn)}>
              <span>{lagWords(lag, formatBytes)}</span>
            </Tooltip>
          )}
        </span>
      </span>
      {mutation.failure && (
        <Failure title={LAG.failed} error={mutation.failure.error} onRetry={() => void run()} />
      )}
    </div>
  );
}
