import { useQuery } from "@tanstack/react-query";
import { budgetQuery } from "@/data/queries";
import type { AccountView, BudgetView } from "@/ipc/generated";
import { Meter } from "@/kit/data/Meter";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { formatDate } from "@/kit/time/formatDate";
import styles from "./BudgetMeter.module.css";
import { BUDGET } from "./words";

/** What the account's key has sent of what it may in a minute. Counted anew with what happens, and when pointed at. */
export function BudgetMeter({ account }: { account: AccountView }) {
  const budget = useQuery(budgetQuery(account.id));
  if (!budget.data) return null;
  const { lastMinute, perMinute, waiting } = budget.data;
  const words = BUDGET.sent(lastMinute, perMinute);
  return (
    <Tooltip text={<More budget={budget.data} asOf={budget.dataUpdatedAt} />} side="right">
      <div className={styles.budget} onPointerEnter={() => void budget.refetch()}>
        <span className="ui-figures">
          {words}
          {waiting > 0 && <span className={styles.waiting}> · {BUDGET.waiting(waiting)}</span>}
        </span>
        <Meter
          label={BUDGET.label(account.name)}
          value={lastMinute}
          max={perMinute}
          text={words}
          tone={toneOf(budget.data)}
        />
      </div>
    </Tooltip>
  );
}

function toneOf({ lastMinute, perMinute, waiting }: BudgetView) {
  if (waiting > 0 || lastMinute >= perMinute * 0.9) return "warning";
  return "neutral";
}

function More({ budget, asOf }: { budget: BudgetView; asOf: number }) {
  const { backgroundLastMinute, backgroundPerMinute } = budget;
  return BUDGET.more(backgroundLastMinute, backgroundPerMinute, formatDate(asOf, 0, "exact"));
}
