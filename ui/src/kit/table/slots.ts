/** A drawn row: which one, and the elements that it is drawn with. */
export interface Slot {
  key: string;
  /** The same number, the same elements. */
  number: number;
}

/**
 * The elements for the rows that are drawn next. A row that stays keeps its own. One that comes takes those of one that
 * goes, where the order of the page allows it: writing other words into a row costs a fraction of making one. `kept`
 * hands its elements on to nobody: they may have the focus, and a key must not reach another row than it was meant for.
 */
export function nextSlots(
  before: readonly Slot[],
  keys: readonly string[],
  kept: string | undefined,
): readonly Slot[] {
  const places = new Map(before.map(({ key }, place) => [key, place]));
  const staying = new Set(keys);
  let fresh = before.reduce((most, { number }) => Math.max(most, number), -1) + 1;
  let place = 0;
  return keys.map((key) => {
    const own = places.get(key);
    const stays = own === undefined ? undefined : before[own];
    if (own !== undefined && stays) {
      place = Math.max(place, own + 1);
      return stays;
    }
    let going = before[place];
    if (going && going.key === kept && !staying.has(kept)) going = before[++place];
    if (!going || staying.has(going.key)) return { key, number: fresh++ };
    place += 1;
    return { key, number: going.number };
  });
}
