import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { Failure } from "@/features/accounts/Failure";
import { Chart } from "@/kit/chart/Chart";
import { IconButton } from "@/kit/control/IconButton";
import { Segmented } from "@/kit/control/Segmented";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { historyQuery, pointsOf, type Range, sumOf } from "./history";
import styles from "./Overview.module.css";
import { bytesInWords, spanOfSeconds, workOfSeconds } from "./usage";

const CHARTS = [
  { metric: "compute_time_seconds", label: "Compute", look: "bars", format: workOfSeconds },
  { metric: "active_time_seconds", label: "Active time", look: "bars", format: spanOfSeconds },
  { metric: "written_data_bytes", label: "Written", look: "bars", format: bytesInWords },
  { metric: "synthetic_storage_size_bytes", label: "Storage", look: "level", format: bytesInWords },
] as const;

/** What was used lately, as small charts. */
export function HistoryCard(props: { accountId: string; projectId: string; organizationId: string | null }) {
  const [range, setRange] = useState<Range>("day");
  const ahead = useClockOffset(props.accountId);
  const history = useQuery(historyQuery(props, range, ahead));
  return (
    <Card
      title="Used lately"
      tools={
        <span className={styles.tools}>
          <Segmented
            label="Time shown"
            options={[
              { value: "day", label: "24 hours" },
              { value: "week", label: "7 days" },
            ]}
            value={range}
            onChange={setRange}
          />
          <IconButton
            icon="refresh"
            label="Read the usage again"
            size="small"
            busy={history.isFetching}
            onClick={() => void history.refetch()}
          />
        </span>
      }
    >
      {history.isPending && <Skeleton label="the usage" shape="text" count={4} />}
      {history.error && <NoHistory error={history.error} onRetry={() => void history.refetch()} />}
      {history.data && (
        <div className={styles.charts}>
          {CHARTS.map(({ metric, label, look, format }) => {
            const points = pointsOf(range, history.data.entries, history.data.until, metric, ahead);
            return (
              <Chart
                key={metric}
                label={label}
                look={look}
                points={points}
                format={format}
                {...(look === "bars" && { total: `${format(sumOf(points))} in all` })}
              />
            );
          })}
        </div>
      )}
    </Card>
  );
}

/** Many plans keep no history, which is no fault of anybody. */
function NoHistory({ error, onRetry }: { error: Error; onRetry(): void }) {
  const view = viewOf(error);
  if (view.code !== "platform") {
    return <Failure title="The usage could not be read" error={error} onRetry={onRetry} />;
  }
  return (
    <Notice tone="plain" title="No history of the usage">
      {sentence(view.message)} {view.hint ?? "What was used in this period stands beside it all the same."}
    </Notice>
  );
}
