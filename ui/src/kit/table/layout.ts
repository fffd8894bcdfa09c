import type { Column, WordsWidth } from "./columns";

const GAP = 12;
const TICK = 24;
const END = 28;

/** A column can be made as narrow as this, in pixels. */
const NARROWEST = 48;

/** The widest words of a column, by the column's id. */
export type WordsWidths = Readonly<Record<string, WordsWidth>>;

/** What the columns share the room with, and what was chosen for them. */
export interface Around {
  /** Each row begins with a box to tick. */
  ticks: boolean;
  /** Each row ends with a place for its menu. */
  end: boolean;
  /** The widths that somebody gave to columns, by id, in pixels. */
  widths: Readonly<Record<string, number>>;
}

type Columns<Row> = ReadonlyArray<Column<Row>>;

/** What of a column's words has to be whole: names and small lines, names, or nothing. */
type Part = keyof WordsWidth | "nothing";

/**
 * The columns that have room beside words of these widths. Those that matter least go first, the first one never: the ones
 * for wide tables until names and small lines are whole, the others only for a name, and of them what matters after the rest. Of
 * a kind, the last goes first. For a name that is cut also where all of them are gone, none of the others goes.
 */
export function columnsWithin<Row>(
  columns: Columns<Row>,
  room: number,
  words: WordsWidths,
  around: Around,
): Columns<Row> {
  const fits = (shown: typeof columns, part: Part) => widthOf(shown, words, part, around) <= room;
  const without = (shown: typeof columns, goes: (column: Column<Row>) => boolean, part: Part) => {
    let left = shown;
    while (!fits(left, part)) {
      const least = left.slice(1).findLast(goes);
      if (!least) break;
      left = left.filter((each) => each !== least);
    }
    return left;
  };
  const usual = without(columns, ({ wideOnly }) => wideOnly === true, "whole");
  const beside = (part: Part) => {
    const left = without(usual, ({ stays, matters }) => !stays && !matters, part);
    return without(left, ({ stays }) => !stays, part);
  };
  const besideNames = beside("name");
  return fits(besideNames, "name") ? besideNames : beside("nothing");
}

type Track = Pick<Column<never>, "id" | "width">;

/** The pixels that the columns take at least, with what stands around them. */
function widthOf(columns: readonly Track[], words: WordsWidths, part: Part, around: Around): number {
  const beside = (around.ticks ? TICK + GAP : 0) + (around.end ? GAP + END : 0);
  const widths = columns.map((column) => leastOf(column, words, part, around));
  return widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1) + beside);
}

/** The pixels that a column is never narrower than. What takes the rest of the room was at most made narrower. */
function leastOf({ id, width }: Track, words: WordsWidths, part: Part, { widths }: Around): number {
  const ofWords = part === "nothing" ? 0 : (words[id]?.[part] ?? 0);
  const needed = Math.max(leastWidth(width), ofWords);
  const given = widths[id] ?? needed;
  return shareOf(width) === undefined ? given : Math.min(given, needed);
}

/** The part of what is left that a track takes: "1fr" of "minmax(160px, 1fr)". */
function shareOf(width: string): string | undefined {
  return /[\d.]+fr/.exec(width)?.[0];
}

/** The pixels that a track never goes below: 96 of "minmax(96px, 112px)". */
function leastWidth(width: string): number {
  return Number(/(\d+)px/.exec(width)?.[1] ?? 0);
}

/** The grid's tracks: tick, columns, menu. Names, and small lines too, are whole where there is room for them. */
export function tracks(columns: readonly Track[], room: number, words: WordsWidths, around: Around): string {
  const isWhole = (part: Part) => widthOf(columns, words, part, around) <= room;
  const part = isWhole("whole") ? "whole" : isWhole("name") ? "name" : "nothing";
  return [
    ...(around.ticks ? [`${TICK}px`] : []),
    ...columns.map((column) => trackOf(column, leastOf(column, words, part, around), around)),
    ...(around.end ? [`${END}px`] : []),
  ].join(" ");
}

function trackOf({ id, width }: Track, least: number, { widths }: Around): string {
  const share = shareOf(width);
  if (widths[id] !== undefined) return share ? `minmax(${least}px, ${share})` : `${least}px`;
  if (least <= leastWidth(width)) return width;
  return share ? `minmax(${least}px, ${share})` : `${least}px`;
}

/** How narrow a column can be made. What never goes holds buttons, which have no room in less than they need. */
export function narrowest({ width, stays }: Pick<Column<never>, "width" | "stays">): number {
  return stays ? leastWidth(width) : NARROWEST;
}
