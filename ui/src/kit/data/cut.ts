const SIGN = "…";

/** The text within so many characters. Its middle goes: names of a kind begin alike and end apart. */
export function cutMiddle(text: string, most: number): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const kept = most - SIGN.length;
  const end = Math.floor(kept / 2);
  return `${signs
    .slice(0, kept - end)
    .join("")
    .trimEnd()}${SIGN}${signs.slice(-end).join("").trimStart()}`;
}

/** How many characters of its end always stay: as many as tell things of a kind apart. */
const TAIL = 12;

/** So many characters, however wide, have room everywhere; less would not leave enough before the end. */
const ALWAYS_FITS = 20;

export const isCuttable = (text: string): boolean => text.length > ALWAYS_FITS;

/** The text in two parts, for one that is cut between them where the room ends. No space follows the cut. */
export function middleOf(text: string): [begin: string, end: string] {
  const end = [...text].slice(-TAIL).join("").trimStart();
  return [text.slice(0, text.length - end.length), end];
}
