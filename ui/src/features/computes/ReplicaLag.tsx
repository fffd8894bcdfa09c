import { Failure } from "@/features/base/Failure";
import { useAsked } from "@/features/base/useAsked";
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
  const { underWay, failure, result: lag, run } = useAsked(lagOf(subject));
  return (
    <div className="ui-stack">
      <span className={styles.line}>
        <Tooltip text={locked}>
          <Button
            size="small"
            busy={underWay}
            aria-label={LAG.checkOf(computeName(subject.compute))}
            aria-disabled={locked !== undefined || undefined}
            onClick={() => locked === undefined && run()}
          >
            {LAG.check}
          </Button>
        </Tooltip>
        <span role="status" data-testid="replica-lag">
          {underWay && LAG.busy}
          {lag && (
            <Tooltip text={LAG.replayed(lag.replayedLsn)}>
              <span>{lagWords(lag, formatBytes)}</span>
            </Tooltip>
          )}
        </span>
      </span>
      {failure && <Failure title={LAG.failed} error={failure.error} onRetry={run} />}
    </div>
  );
}
