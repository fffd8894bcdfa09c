import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState, type WheelEvent } from "react";
import { useClockOffsets } from "@/data/clockOffset";
import { Button } from "@/kit/control/Button";
import { IconButton } from "@/kit/control/IconButton";
import { NothingFits } from "@/kit/state/NothingFits";
import { useWindow } from "@/kit/table/useWindow";
import { formatDate } from "@/kit/time/formatDate";
import { DAY, SECOND, useNow } from "@/kit/time/useNow";
import type { HistoryItem } from "./items";
import { lanesOf, type Shown } from "./lanes";
import { at, linesOf, shownOf, ticksOf, UNIT } from "./layout";
import { moveFocus } from "./moveFocus";
import styles from "./Timeline.module.css";
import { TimelineLine } from "./TimelineLine";
import type { TimeSpan } from "./useTimeSpan";
import { nothingWords, sinceWords, words } from "./words";

interface TimelineProps {
  /** The newest first. */
  items: readonly HistoryItem[];
  span: TimeSpan;
  ofProject: boolean;
  selected: string | undefined;
  onSelect(item: HistoryItem): void;
  /** How far back everything is loaded; all of it when absent. */
  loadedTo: number | undefined;
  /** Loads more. */
  more: ReactNode;
}

/** What happened, on a time axis: a line for each branch, and bars as long as it took. What runs grows with the present. */
export function Timeline(props: TimelineProps) {
  const { items, span, ofProject, selected, onSelect, loadedTo, more } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const offsets = useClockOffsets();
  const now = useNow(stepOf(items, span));
  const [active, setActive] = useState<string>();
  const shown = shownOf(span.end ?? now, span.length, width, now);
  const groups = lanesOf(items, shown, offsets);
  const { lines, height } = linesOf(groups, shown, width, ofProject);
  const sight = useWindow(scroller, height, UNIT);
  const aimed = active ?? selected;
  const holds = (line: (typeof lines)[number]) =>
    line.kind === "lane" && line.positioned.some(({ bar }) => bar.item.key === aimed);
  // The one that the keys are on stays wherever it is: the focus must not vanish with it.
  const drawn = lines.filter(
    (line) => (line.top < sight.end && line.top + line.height > sight.first) || holds(line),
  );
  const entry = drawn.some(holds) ? aimed : firstOf(drawn);

  return (
    <div className={styles.timeline} data-testid="timeline">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to keys and wheel of what is inside */}
      <div
        ref={scroller}
        className={styles.scroller}
        onKeyDown={(event) => moveFocus(event, span)}
        onWheel={(event) => pan(event, span, width)}
      >
        <div className={styles.head}>
          <div className={styles.moves}>
            <IconButton
              icon="chevronLeft"
              size="small"
              label={words.earlier}
              onClick={() => span.move(-0.5)}
            />
            <IconButton
              icon="chevronRight"
              size="small"
              label={words.later}
              aria-disabled={span.end === undefined}
              onClick={span.end === undefined ? undefined : () => span.move(0.5)}
            />
            {span.end !== undefined && (
              <Button size="small" tone="quiet" onClick={() => span.endAt(undefined)}>
                {words.now}
              </Button>
            )}
          </div>
          <Axis field={axis} shown={shown} width={width} />
        </div>
        <div className={styles.body} style={{ minHeight: height * UNIT }}>
          <Grid shown={shown} width={width} />
          {height === 0 && <Nothing items={items} span={span} shown={shown} />}
          {drawn.map((line) => (
            <TimelineLine
              key={line.key}
              line={line}
              width={width}
              entry={entry}
              selected={selected}
              onFocus={setActive}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
      {loadedTo !== undefined && shown.from < loadedTo && (
        <p className={styles.partial} role="status">
          {sinceWords(clockWords(loadedTo, span.length))} {more}
        </p>
      )}
    </div>
  );
}

/** How often it is drawn anew: each second while something runs, else when the axis moves by about a pixel. */
function stepOf(items: readonly HistoryItem[], { end, length }: TimeSpan): number | undefined {
  const runs = items.some((item) => item.kind === "operation" && !item.row.operation.isOver);
  if (runs) return SECOND;
  return end === undefined ? Math.max(SECOND, Math.round(length / 600 / SECOND) * SECOND) : undefined;
}

function firstOf(lines: ReturnType<typeof linesOf>["lines"]): string | undefined {
  for (const line of lines) if (line.kind === "lane") return line.positioned[0]?.bar.item.key;
  return undefined;
}

/** Fingers and wheels that move to the side move the time. */
function pan({ deltaX, deltaY }: WheelEvent, span: TimeSpan, width: number): void {
  if (Math.abs(deltaX) > Math.abs(deltaY)) span.move(deltaX / width);
}

const USUAL_WIDTH = 640;

/** How wide the axis is, in pixels. */
function useWidth(axis: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = axis.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [axis]);
  return width || USUAL_WIDTH;
}

interface AxisProps {
  shown: Shown;
  width: number;
}

/** How near to the present a clock time would run into its word, in pixels. */
const NEAR_NOW = 44;

/** The clock times, and where the present is among them. */
function Axis({ field, shown, width }: AxisProps & { field: RefObject<HTMLDivElement | null> }) {
  const present = presentOf(shown, width);
  return (
    <div ref={field} className={styles.axis} aria-hidden="true">
      {ticksOf(shown, width)
        .filter(({ left }) => present === undefined || Math.abs(left - present) > NEAR_NOW)
        .map(({ instant, left, label }) => (
          <span key={instant} className={styles.tick} style={{ left }}>
            {label}
          </span>
        ))}
      {present !== undefined && (
        <span className={styles.nowWord} style={{ left: present }}>
          {words.now}
        </span>
      )}
    </div>
  );
}

/** The lines below the clock times, and the one of the present. */
function Grid({ shown, width }: AxisProps) {
  const present = presentOf(shown, width);
  return (
    <div className={styles.grid} aria-hidden="true">
      {ticksOf(shown, width).map(({ instant, left }) => (
        <span key={instant} className={styles.gridLine} style={{ left }} />
      ))}
      {present !== undefined && <span className={styles.now} style={{ left: present }} />}
    </div>
  );
}

function presentOf(shown: Shown, width: number): number | undefined {
  return shown.now <= shown.to ? at(shown.now, shown, width) : undefined;
}

interface NothingProps {
  items: readonly HistoryItem[];
  span: TimeSpan;
  shown: Shown;
}

/** In place of bars where nothing happened in that time. */
function Nothing({ items: [latest], span, shown }: NothingProps) {
  const [from, to] = [shown.from, Math.min(shown.to, shown.now)];
  return (
    <div className={styles.nothing}>
      <NothingFits>
        {nothingWords(clockWords(from, span.length), clockWords(to, span.length))}{" "}
        {latest && (
          <Button size="small" onClick={() => span.endAt(latest.at + span.length / 4)}>
            {words.showLatest}
          </Button>
        )}
      </NothingFits>
    </div>
  );
}

const clockWords = (instant: number, length: number): string =>
  formatDate(instant, 0, length < DAY ? "clock" : "minute");
