import { type ReactNode, useState } from "react";
import { milliseconds } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { CheckView, ConnectSource } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./Connect.module.css";
import { checkOf } from "./mutations";

interface CheckLineProps {
  source: ConnectSource;
  /** More that can be done with the connection, beside the button. */
  actions?: ReactNode;
  /** Why no session may be opened; it may when absent. */
  locked?: string | undefined;
}

/** Tries a real connection on a click, and says what came of it. */
export function CheckLine({ source, actions, locked }: CheckLineProps) {
  const check = useWork(checkOf(source));
  const [result, setResult] = useState<CheckView>();
  const run = async () => {
    setResult(undefined);
    check.failure?.clear();
    setResult(await check.start());
  };
  return (
    <>
      <div className={styles.check}>
        <Tooltip text={locked}>
          <Button
            size="small"
            icon="plug"
            busy={check.underWay}
            aria-disabled={locked !== undefined || undefined}
            onClick={() => locked === undefined && void run()}
          >
            Test connection
          </Button>
        </Tooltip>
        {actions}
        <span role="status" data-testid="check-result" className={styles.checked}>
          {check.underWay && "Connecting…"}
          {result && words(result)}
        </span>
      </div>
      {check.failure && (
        <Failure title="No connection" error={check.failure.error} onRetry={() => void run()} />
      )}
    </>
  );
}

function words({ serverVersion, milliseconds: taken, channelBinding }: CheckView): string {
  const bound = channelBinding ? "bound to its certificate" : "without channel binding";
  return `PostgreSQL ${serverVersion} answered in ${milliseconds(taken)}, ${bound}`;
}
