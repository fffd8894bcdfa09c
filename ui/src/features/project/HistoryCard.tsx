import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { reasonText, viewOf } from "@/data/errors";
import { keys } from "@/data/keys";
import { Failure } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import { call } from "@/ipc/call";
import type { ConsumptionEntryView, ConsumptionQuery } from "@/ipc/generated";
import { Chart } from "@/kit/chart/Chart";
import type { ChartPoint } from "@/kit/chart/points";
import { IconButton } from "@/kit/control/IconButton";
import { Segmented } from "@/kit/control/Segmented";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { formatDate } from "@/kit/time/formatDate";
import { MINUTE } from "@/kit/time/useNow";
import { currentTime, instantOf, isoOf } from "@/time/clock";
import styles from "./Overview.module.css";
import { bytesInWords, spanOfSeconds, workOfSeconds } from "./usage";
import { USAGE } from "./words";

const CHARTS = [
  { metric: "compute_time_seconds", label: USAGE.compute, look: "bars", format: workOfSeconds },
  { metric: "active_time_seconds", label: COMMON.activeTime, look: "bars", format: spanOfSeconds },
  { metric: "written_data_bytes", label: COMMON.written, look: "bars", format: bytesInWords },
  { metric: "synthetic_storage_size_bytes", label: COMMON.storage, look: "level", format: bytesInWords },
] as const;

/** What was used lately, as small charts. */
export function HistoryCard(props: { accountId: string; projectId: string; organizationId: string | null }) {
  const [range, setRange] = useState<Range>("day");
  const ahead = useClockOffset(props.accountId);
  const history = useQuery(historyQuery(props, range, ahead));
  return (
    <Card
      title={USAGE.history}
      tools={
        <span className="ui-row-inline">
          <Segmented
            label={USAGE.range}
            options={[
              { value: "day", label: USAGE.day },
              { value: "week", label: USAGE.week },
            ]}
            value={range}
            onChange={setRange}
          />
          <IconButton
            icon="refresh"
            label={USAGE.refresh}
            size="small"
            busy={history.isFetching}
            onClick={() => void history.refetch()}
          />
        </span>
      }
    >
      {history.isPending && <Skeleton label={USAGE.loading} shape="text" count={4} />}
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
                {...(look === "bars" && { total: USAGE.total(format(sumOf(points))) })}
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
    return <Failure title={USAGE.failed} error={error} onRetry={onRetry} />;
  }
  return (
    <Notice tone="plain" title={USAGE.noHistory}>
      {reasonText({ ...view, hint: view.hint ?? USAGE.noHistoryText })}
    </Notice>
  );
}

type Range = "day" | "week";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The stretches of each range. The platform keeps hours for 7 days and days for 60, so that both are there. */
const RANGES: Record<Range, { granularity: string; step: number; count: number }> = {
  day: { granularity: "hourly", step: HOUR, count: 24 },
  week: { granularity: "daily", step: DAY, count: 7 },
};

interface Whose {
  accountId: string;
  projectId: string;
  organizationId: string | null;
}

/** What a project used, hour by hour of a day or day by day of a week. `ahead`: how far the platform's clock is. */
const historyQuery = ({ accountId, projectId, organizationId }: Whose, range: Range, ahead: number) =>
  queryOptions({
    queryKey: [...keys.project(accountId, projectId), "history", range, organizationId],
    staleTime: MINUTE,
    async queryFn() {
      const request = requestFor(range, currentTime() + ahead);
      const page = await call({
        kind: "projectConsumption",
        accountId,
        request: {
          ...request,
          organizationId,
          projectIds: [projectId],
          pageSize: null,
          cursor: null,
        },
      });
      const entries = page.items.find((item) => item.projectId === projectId)?.entries ?? [];
      return { entries, until: request.to };
    },
  });

/** Whole stretches of UTC, as the platform counts them; the last is the one that goes on. */
export function requestFor(range: Range, now: number): Pick<ConsumptionQuery, "from" | "to" | "granularity"> {
  const { granularity, step, count } = RANGES[range];
  const end = Math.floor(now / step) * step + step;
  return { granularity, from: instant(end - count * step), to: instant(end) };
}

/**
 * Every stretch of the range with the value of one metric; nothing where the platform has no entry. Hours are by the
 * platform's clock; `ahead` is how far that is ahead of this machine's.
 */
export function pointsOf(
  range: Range,
  entries: readonly ConsumptionEntryView[],
  until: string,
  metric: string,
  ahead: number,
): ChartPoint[] {
  const { step, count } = RANGES[range];
  const end = instantOf(until);
  const values = new Map(
    entries.map((entry) => [
      entry.from === null ? Number.NaN : Math.floor(instantOf(entry.from) / step) * step,
      entry.metrics.find(({ name }) => name === metric)?.value ?? null,
    ]),
  );
  return Array.from({ length: count }, (_, index) => {
    const at = end - (count - index) * step;
    return { label: range === "day" ? hourOf(at, ahead) : dayOf(at), value: values.get(at) ?? null };
  });
}

/** What all of them come to. */
export function sumOf(points: readonly ChartPoint[]): number {
  return points.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

function hourOf(at: number, ahead: number): string {
  return `${formatDate(at, 0)}–${formatDate(at + HOUR, ahead, "clock")}`;
}

/** A day of the platform's is one of UTC. */
function dayOf(at: number): string {
  return `${formatDate(at, 0, "utcDay")} UTC`;
}

function instant(at: number): string {
  return isoOf(at);
}
