import { viewOf } from "@/data/errors";
import { canRefresh } from "@/data/words";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { instantOf } from "@/time/clock";
import { refreshOf } from "./mutations";

/** The last look failed: what is shown is old, how old, and why. */
export function StaleCheck({ row }: { row: TemporaryView }) {
  const refresh = useWork(refreshOf(row.id));
  const again = () => void refresh.start();
  if (!canRefresh(row.state)) return null;
  if (row.checkError && row.checkedAt) {
    return (
      <StaleNotice
        asOf={instantOf(row.checkedAt)}
        reason={row.checkError.message}
        retry={again}
        retrying={refresh.underWay}
      />
    );
  }
  const error = row.checkError ?? (refresh.failure && viewOf(refresh.failure.error));
  return error ? <Failure title="The platform could not be asked" error={error} onRetry={again} /> : null;
}
