import { scaleTime } from "d3-scale";
import { formatDate } from "@/kit/time/formatDate";
import { DAY, MINUTE } from "@/kit/time/useNow";
import type { Bar, LaneGroup, Shown } from "./lanes";

/** What heights are counted in, in pixels. */
export const UNIT = 12;
/** In units: a line with one row of bars, and each further row in it. */
const LINE = 3;
const FURTHER = 2;

/** How wide a sign of a label is at most on average. */
const SIGN = 6.1;
const GAP = 6;
const INSET = 7;
const NARROWEST = 3;
/** One lane takes no more rows; what has no room for its label in them says it on hover and focus only. */
const MOST_ROWS = 6;
/** The room right of the present, for the labels of what runs. */
const AHEAD = 136;
const AHEAD_SHARE = 0.22;

/** What is shown of time on so many pixels. */
export function shownOf(end: number, length: number, width: number, now: number): Shown {
  const ahead = Math.min(AHEAD, width * AHEAD_SHARE);
  return { from: end - length, to: end + (ahead / (width - ahead)) * length, now };
}

/** Where an instant stands, in pixels. */
export const at = (instant: number, { from, to }: Shown, width: number): number =>
  ((instant - from) / (to - from)) * width;

export interface Tick {
  instant: number;
  left: number;
  label: string;
}

/** The axis: round clock times, days where it spans some, seconds where it spans none. */
export function ticksOf(shown: Shown, width: number): readonly Tick[] {
  const scale = scaleTime().domain([shown.from, shown.to]);
  const about = (room: number) => scale.ticks(Math.max(2, Math.round(width / room)));
  const isOfSeconds = (shown.to - shown.from) / (width / 80) < MINUTE;
  // So many are about asked for: there may be nearly twice as many.
  const ticks = about(isOfSeconds ? 140 : 80).map((tick) => tick.getTime());
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  // What is to come has no clock time yet.
  return ticks
    .filter((instant) => instant <= shown.now)
    .map((instant) => ({
      instant,
      left: at(instant, shown, width),
      label: tickLabel(instant, step),
    }));
}

function tickLabel(instant: number, step: number): string {
  if (step < MINUTE) return formatDate(instant, 0, "second");
  const clock = formatDate(instant, 0, "clock");
  return step >= DAY || clock === "00:00" ? formatDate(instant, 0, "day") : clock;
}

/** One bar in its lane. */
export interface PositionedBar {
  bar: Bar;
  left: number;
  width: number;
  label: "inside" | "after" | "before" | "none";
  /** Which row of the lane it is in; those that would overlap are below each other. */
  row: number;
}

/** Puts the bars of a lane where nothing overlaps, with each label inside its bar where that fits, else beside it. */
export function positioned(bars: readonly Bar[], shown: Shown, width: number): readonly PositionedBar[] {
  const rows: Array<Array<readonly [number, number]>> = [];
  const isFree = (row: number, [from, to]: readonly [number, number]) =>
    !rows[row]?.some(([left, right]) => from < right + GAP && to > left - GAP);
  const take = (room: readonly [number, number]) => {
    const row = Array.from({ length: MOST_ROWS }, (_, each) => each).find((each) => isFree(each, room));
    if (row === undefined) return undefined;
    rows[row] = [...(rows[row] ?? []), room];
    return row;
  };
  return bars.map((bar): PositionedBar => {
    const left = Math.min(Math.max(0, at(bar.start, shown, width)), width - NARROWEST);
    const right = Math.min(Math.max(at(bar.end, shown, width), left + NARROWEST), width);
    const whole = sidesOf(bar.label, left, right, width);
    const row = take(whole.room);
    if (row !== undefined) return { bar, left, width: right - left, label: whole.label, row };
    return { bar, left, width: right - left, label: "none", row: take([left, right]) ?? MOST_ROWS - 1 };
  });
}

interface Sides {
  label: PositionedBar["label"];
  /** What the bar takes with its label. */
  room: readonly [number, number];
}

function sidesOf(label: string, left: number, right: number, width: number): Sides {
  const words = [...label].length * SIGN;
  if (right - left >= words + 2 * INSET) return { label: "inside", room: [left, right] };
  if (right + GAP + words <= width) return { label: "after", room: [left, right + GAP + words] };
  if (left - GAP - words >= 0) return { label: "before", room: [left - GAP - words, right] };
  return { label: "none", room: [left, right] };
}

/** One line of the chart: the name of a project, or a lane. */
export type Line =
  | { kind: "group"; key: string; group: LaneGroup; top: number; height: number }
  | {
      kind: "lane";
      key: string;
      lane: LaneGroup["lanes"][number];
      positioned: readonly PositionedBar[];
      top: number;
      height: number;
    };

/** Where a row of bars begins in its lane, in pixels. */
export const topOfRow = (row: number): number => row * FURTHER * UNIT;

/** All lines from top to bottom, in units. Within one project its name is left out. */
export function linesOf(
  groups: readonly LaneGroup[],
  shown: Shown,
  width: number,
  ofProject: boolean,
): { lines: readonly Line[]; height: number } {
  const lines: Line[] = [];
  let top = 0;
  const add = (line: Line) => {
    lines.push(line);
    top += line.height;
  };
  for (const group of groups) {
    if (!ofProject) add({ kind: "group", key: group.key, group, top, height: LINE });
    for (const lane of group.lanes) {
      const bars = positioned(lane.bars, shown, width);
      const height = LINE + FURTHER * Math.max(...bars.map(({ row }) => row));
      add({ kind: "lane", key: `${group.key} ${lane.key}`, lane, positioned: bars, top, height });
    }
  }
  return { lines, height: top };
}
