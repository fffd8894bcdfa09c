/** A drawn row: which one, and the elements that it is drawn with. */
export interface Slot {
  key: string;
  /** Its React key: rows with the same number are drawn with the same DOM elements. */
  number: number;
}

/**
 * Assigns DOM elements to the rows that are drawn next. Rows that stay keep theirs; new rows reuse those of rows that
 * left, where the order in the page allows it, as changing an element is much cheaper than making one. Where most rows are
 * new, they get all elements in order: a few that stay at one end would else leave nothing to reuse. The element of `kept`
 * is never reused: it may have the focus, and a key press must not reach another row.
 */
export function nextSlots(
  before: readonly Slot[],
  keys: readonly string[],
  kept: string | undefined,
): readonly Slot[] {
  const indexes = new Map(before.map(({ key }, index) => [key, index]));
  const known = keys.filter((key) => indexes.has(key));
  const staying = new Set(2 * known.length < keys.length ? known.filter((key) => key === kept) : known);
  let fresh = before.reduce((most, { number }) => Math.max(most, number), -1) + 1;
  let index = 0;
  return keys.map((key) => {
    const own = indexes.get(key);
    const stays = own === undefined || !staying.has(key) ? undefined : before[own];
    if (own !== undefined && stays) {
      index = Math.max(index, own + 1);
      return stays;
    }
    let going = before[index];
    if (going && going.key === kept && !staying.has(kept)) going = before[++index];
    if (!going || staying.has(going.key)) return { key, number: fresh++ };
    index += 1;
    return { key, number: going.number };
  });
}
