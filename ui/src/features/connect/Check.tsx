import { milliseconds } from "@/data/format";
import { Failure } from "@/features/base/Failure";
import { useAsked } from "@/features/base/useAsked";
import type { ConnectSource } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./Connect.module.css";
import { checkOf } from "./mutations";
import { CHECK, checkWords } from "./words";

/** Tries a real connection on a click. What came of it belongs to the card, whichever form of it is shown. */
export function useCheck(source: ConnectSource) {
  return useAsked(checkOf(source));
}

type Check = ReturnType<typeof useCheck>;

export function CheckButton({ check, locked }: { check: Check; locked: string | undefined }) {
  return (
    <Tooltip text={locked}>
      <Button
        size="small"
        busy={check.underWay}
        aria-label={CHECK.name}
        aria-disabled={locked !== undefined || undefined}
        onClick={() => locked === undefined && check.run()}
      >
        {CHECK.test}
      </Button>
    </Tooltip>
  );
}

export function CheckResult({ check }: { check: Check }) {
  const { underWay, result, failure, run } = check;
  return (
    <>
      <p role="status" data-testid="check-result" className={styles.result}>
        {underWay && CHECK.busy}
        {result && checkWords(result, milliseconds(result.milliseconds))}
      </p>
      {failure && (
        <div className={styles.failure}>
          <Failure title={CHECK.failed} error={failure.error} onRetry={run} />
        </div>
      )}
    </>
  );
}
