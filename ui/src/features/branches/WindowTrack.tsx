import { formatDate } from "@/kit/time/formatDate";
import type { RestorePoint } from "./point";
import { POINT } from "./pointWords";
import styles from "./WindowTrack.module.css";

interface WindowTrackProps {
  /** By the platform's clock, like `now` and all points. */
  earliest: number;
  /** Why the window begins later than the project's setting says. */
  shortened?: string | undefined;
  now: number;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
  /** Nothing while no moment is typed. */
  at: number | undefined;
  points: readonly RestorePoint[];
  onChange(at: number): void;
}

const SECOND = 1000;
/** Dots nearer to an end than this would stick out of the line. */
const EDGE = 7;

/** The restore window as a line from its first moment until now. What happened to the branch is marked, and a click goes there. */
export function WindowTrack({ earliest, shortened, now, ahead, at, points, onChange }: WindowTrackProps) {
  const span = Math.max(now - earliest, SECOND);
  const seconds = Math.floor(span / SECOND);
  const placed = points.filter((it) => it.at >= earliest && it.at <= now);
  return (
    <div className={styles.window}>
      <div className={styles.line}>
        <input
          type="range"
          className={styles.range}
          aria-label={POINT.track}
          aria-valuetext={at === undefined ? POINT.noMoment : formatDate(at, ahead, "exact")}
          min={0}
          max={seconds}
          step={1}
          value={at === undefined ? seconds : Math.round((at - earliest) / SECOND)}
          onChange={({ currentTarget }) => onChange(earliest + currentTarget.valueAsNumber * SECOND)}
        />
        {placed.map((point) => (
          <button
            key={`${point.at}/${point.label}`}
            type="button"
            className={styles.mark}
            style={{ left: `calc(${EDGE}px + (100% - ${2 * EDGE}px) * ${(point.at - earliest) / span})` }}
            title={POINT.before(point.label, formatDate(point.at, ahead))}
            aria-label={POINT.before(point.label, formatDate(point.at, ahead))}
            onClick={() => onChange(point.at)}
          />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{formatDate(earliest, ahead)}</span>
        <span>{POINT.now}</span>
      </div>
      {shortened && <p className={styles.shortened}>{shortened}</p>}
    </div>
  );
}
