/**
 * How well `query` fits `text`: its letters in order, better at the start of words and in a row. Undefined when it
 * doesn't fit. Larger is better; an empty query fits everything alike.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  const wanted = query.toLowerCase().replaceAll(" ", "");
  const given = text.toLowerCase();
  if (wanted === "") return 0;
  const whole = given.indexOf(query.toLowerCase().trim());
  if (whole >= 0) return 1000 - whole - given.length / 100 + (atWordStart(given, whole) ? 200 : 0);

  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of wanted) {
    const at = nextFit(given, letter, from, last);
    if (at < 0) return undefined;
    score += at === last + 1 ? 8 : atWordStart(given, at) ? 6 : 1;
    last = at;
    from = at + 1;
  }
  // Letters strewn over a long text fit by chance only.
  return score >= wanted.length * 3 ? score - given.length / 100 : undefined;
}

/** The next place of the letter: right after the last one, else at a word's start, else anywhere. */
function nextFit(text: string, letter: string, from: number, last: number): number {
  if (text[last + 1] === letter && last >= 0) return last + 1;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (atWordStart(text, at)) return at;
  }
  return text.indexOf(letter, from);
}

function atWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s\-_/.:·]/.test(text.charAt(at - 1));
}
