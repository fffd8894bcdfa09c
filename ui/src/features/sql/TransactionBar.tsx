import type { SqlTransactionView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { formatDuration } from "@/kit/time/duration";
import { MINUTE, SECOND, useNow } from "@/kit/time/useNow";
import { instantOf } from "@/time/clock";
import styles from "./Sql.module.css";
import { TRANSACTION } from "./words";

interface TransactionBarProps {
  transaction: SqlTransactionView;
  isBusy: boolean;
  onCommit(): void;
  onRollBack(): void;
}

/** The transaction that is open, and what ends it. */
export function TransactionBar({ transaction, isBusy, onCommit, onRollBack }: TransactionBarProps) {
  const span = useNow(SECOND) - instantOf(transaction.beganAt);
  const shown = span < MINUTE ? span : span - (span % MINUTE);
  return (
    <section aria-label={TRANSACTION.label} className={styles.transaction}>
      <span data-live="">{TRANSACTION.since(transaction, formatDuration(shown))}</span>
      {transaction.hasFailed && <b>{TRANSACTION.failed}</b>}
      <span className="ui-space" />
      <Button size="small" tone="accent" disabled={isBusy || transaction.hasFailed} onClick={onCommit}>
        {TRANSACTION.commit}
      </Button>
      <Button size="small" disabled={isBusy} onClick={onRollBack}>
        {TRANSACTION.rollBack}
      </Button>
    </section>
  );
}
