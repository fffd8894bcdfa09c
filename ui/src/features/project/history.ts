import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ConsumptionEntryView, ConsumptionWish } from "@/ipc/generated";
import type { ChartPoint } from "@/kit/chart/points";
import { formatDate } from "@/kit/time/formatDate";
import { currentTime, instantOf, isoOf } from "@/time/clock";

export type Range = "day" | "week";

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
export const historyQuery = ({ accountId, projectId, organizationId }: Whose, range: Range, ahead: number) =>
  queryOptions({
    queryKey: [...keys.project(accountId, projectId), "history", range, organizationId],
    async queryFn() {
      const request = requestFor(range, currentTime() + ahead);
      const page = await call.projectConsumption(accountId, {
        ...request,
        organizationId,
        projectIds: [projectId],
        pageSize: null,
        cursor: null,
      });
      const entries = page.items.find((item) => item.projectId === projectId)?.entries ?? [];
      return { entries, until: request.to };
    },
  });

/** Whole stretches of UTC, as the platform counts them; the last is the one that goes on. */
export function requestFor(range: Range, now: number): Pick<ConsumptionWish, "from" | "to" | "granularity"> {
  const { granularity, step, count } = RANGES[range];
  const end = Math.floor(now / step) * step + step;
  return { granularity, from: instant(end - count * step), to: instant(end) };
}

/**
 * Every stretch of the range with the value of one metric; nothing where the platform has no entry. Hours are told by this
 * machine's clock, which the platform's is so far `ahead` of.
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
  return `${formatDate(at, ahead)}–${formatDate(at + HOUR, ahead, "clock")}`;
}

/** A day of the platform's is one of UTC. */
function dayOf(at: number): string {
  return `${formatDate(at, 0, "utcDay")} UTC`;
}

function instant(at: number): string {
  return isoOf(at);
}
