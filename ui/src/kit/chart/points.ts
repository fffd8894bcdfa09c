import { CHART } from "@/kit/words";
/** One value of a chart: what it was in a stretch of time, or from a moment on. */
export interface ChartPoint {
  /** Which stretch, in words: "Tue 24 Nov, 14:00". */
  label: string;
  /** Nothing where nobody measured. */
  value: number | null;
}

/** The drawing's own units; the page stretches it. */
export const WIDTH = 240;
export const HEIGHT = 44;

/** The largest value, and never so small that nothing would be seen of a chart of zeros. */
export function topOf(points: readonly ChartPoint[]): number {
  return Math.max(0, ...points.map(({ value }) => value ?? 0)) || 1;
}

/** What a chart shows, in sentences: the highest value with its time, and the last one. */
export function summaryOf(
  points: readonly ChartPoint[],
  format: (value: number) => string,
): readonly string[] {
  const known = points.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  const last = known.at(-1);
  if (!last) return [CHART.none];
  const most = known.reduce((best, point) => (point.value > best.value ? point : best));
  if (most.value === 0) return [CHART.flat(format(0))];
  return [CHART.peak(format(most.value), most.label), CHART.latest(format(last.value))];
}
