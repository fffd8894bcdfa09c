import { useState } from "react";
import { milliseconds } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import type { CheckView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import styles from "./ConnectCard.module.css";
import { checkOf } from "./mutations";

/** Tries a real connection on a click, and says what came of it. */
export function CheckLine({ id }: { id: string }) {
  const check = useWork(checkOf(id));
  const [result, setResult] = useState<CheckView>();
  const run = async () => {
    setResult(undefined);
    check.failure?.clear();
    setResult(await check.start());
  };
  return (
    <>
      <div className={styles.check}>
        <Button size="small" icon="plug" busy={check.underWay} onClick={() => void run()}>
          Test connection
        </Button>
        <span role="status" data-testid="check-result" className={styles.checked}>
          {check.underWay && "Connecting…"}
          {result &&
            `PostgreSQL ${result.serverVersion} answered in ${milliseconds(result.milliseconds)}, ${
              result.channelBinding ? "bound to its certificate" : "without channel binding"
            }`}
        </span>
      </div>
      {check.failure && (
        <Failure title="No connection" error={check.failure.error} onRetry={() => void run()} />
      )}
    </>
  );
}
