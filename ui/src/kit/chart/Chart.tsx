import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import { CHART } from "@/kit/words";
import styles from "./Chart.module.css";
import { type ChartPoint, HEIGHT, summaryOf, topOf, WIDTH } from "./points";

interface ChartProps {
  /** What is measured: "Storage". */
  label: string;
  /** The oldest first. */
  points: readonly ChartPoint[];
  /** `bars` for what adds up, `level` for what rises and falls. */
  look: "bars" | "level";
  /** What it comes to, at the end of the label's line: "1.2 h in all". */
  total?: string;
  format(value: number): string;
}

/** A small chart: a drawing for the eye, a sentence for everybody, and a table for screen readers. */
export function Chart({ label, points, look, total, format }: ChartProps) {
  // A line of one point is a dot that nobody can read.
  const known = points.flatMap(({ value }) => value ?? []);
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.head}>
        <span className="ui-muted-small">{label}</span>
        {total && <span className={styles.total}>{total}</span>}
      </figcaption>
      {known.length === 1 && look === "level" ? (
        <p className={styles.only}>{format(known[0] ?? 0)}</p>
      ) : (
        <svg
          className={styles.plot}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {look === "bars" ? <Bars points={points} format={format} /> : <Level points={points} />}
        </svg>
      )}
      <p className={styles.summary}>
        {summaryOf(points, format).map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
      </p>
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{CHART.time}</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                <td>{point.value === null ? CHART.notReported : format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** A bar for each stretch: for what adds up. */
function Bars({ points, format }: { points: readonly ChartPoint[]; format(value: number): string }) {
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
        <title>{value === null ? CHART.missing(label) : `${label}: ${format(value)}`}</title>
        {/* The whole column answers the pointer, however low its bar. */}
        <rect className={styles.column} x={x(index)} width={x.bandwidth()} y={0} height={HEIGHT} />
        <rect className={styles.bar} x={x(index)} width={x.bandwidth()} y={HEIGHT - height} height={height} />
      </g>
    );
  });
}

/** A line over a soft ground: for what rises and falls. It breaks where nobody measured. */
function Level({ points }: { points: readonly ChartPoint[] }) {
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
