import { scaleBand, scaleLinear } from "d3-scale";
import styles from "./Chart.module.css";
import { type ChartPoint, HEIGHT, topOf, WIDTH } from "./points";

/** A bar for each stretch: for what adds up. */
export function Bars({ points, format }: { points: readonly ChartPoint[]; format(value: number): string }) {
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([0, WIDTH])
    .paddingInner(0.25);
  const y = scaleLinear()
    .domain([0, topOf(points)])
    .range([0, HEIGHT]);
  return points.map(({ label, value }, index) => {
    const height = value === null ? 0 : Math.max(y(value), value > 0 ? 1 : 0);
    return (
      <g key={label}>
        <title>{value === null ? `${label}: not measured` : `${label}: ${format(value)}`}</title>
        {/* The whole column answers the pointer, however low its bar. */}
        <rect className={styles.column} x={x(index)} width={x.bandwidth()} y={0} height={HEIGHT} />
        <rect className={styles.bar} x={x(index)} width={x.bandwidth()} y={HEIGHT - height} height={height} />
      </g>
    );
  });
}
