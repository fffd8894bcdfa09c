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
