import { scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import styles from "./Chart.module.css";
import { type ChartPoint, HEIGHT, topOf, WIDTH } from "./points";

/** A line over a soft ground: for what rises and falls. It breaks where nobody measured. */
export function Level({ points }: { points: readonly ChartPoint[] }) {
  const x = scaleLinear()
    .domain([0, Math.max(1, points.length - 1)])
    .range([0, WIDTH]);
  const y = scaleLinear()
    .domain([0, topOf(points)])
    .range([HEIGHT, 2]);
  const isKnown = ({ value }: ChartPoint) => value !== null;
  const ground = area<ChartPoint>()
    .defined(isKnown)
    .x((_, index) => x(index))
    .y0(HEIGHT)
    .y1(({ value }) => y(value ?? 0))
    .curve(curveMonotoneX);
  const edge = line<ChartPoint>()
    .defined(isKnown)
    .x((_, index) => x(index))
    .y(({ value }) => y(value ?? 0))
    .curve(curveMonotoneX);
  return (
    <>
      <path className={styles.area} d={ground([...points]) ?? ""} />
      <path className={styles.line} d={edge([...points]) ?? ""} />
    </>
  );
}
