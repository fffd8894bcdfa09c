import { Bars } from "./Bars";
import styles from "./Chart.module.css";
import { Level } from "./Level";
import { type ChartPoint, HEIGHT, summaryOf, WIDTH } from "./points";

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
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.head}>
        <span className="muted-small">{label}</span>
        {total && <span className={styles.total}>{total}</span>}
      </figcaption>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {look === "bars" ? <Bars points={points} format={format} /> : <Level points={points} />}
      </svg>
      <p className={styles.summary}>{summaryOf(points, format)}</p>
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                <td>{point.value === null ? "not measured" : format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
