const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Forgotten beyond so many: then most of them are of lists that are gone. */
const MOST = 100_000;

let inOrder: readonly string[] = [];
let places = new Map<string, number>();

/**
 * Where each word stands among all, in the order of people: "shop 9" before "shop 10", "Café" with "cafe". Comparing so
 * costs a hundred times what comparing numbers does, and a list is put in order with each page of it: words are compared
 * when they are new, and their places ever after.
 */
export function placesOf(words: Iterable<string>): ReadonlyMap<string, number> {
  if (places.size > MOST) {
    inOrder = [];
    places = new Map();
  }
  const fresh = new Set<string>();
  for (const word of words) if (!places.has(word)) fresh.add(word);
  if (fresh.size === 0) return places;
  inOrder = merged(inOrder, [...fresh].sort(collator.compare));
  places = new Map();
  let place = -1;
  let last: string | undefined;
  for (const word of inOrder) {
    // Those that differ in case and accents alone share a place.
    if (last === undefined || collator.compare(last, word) !== 0) place += 1;
    places.set(word, place);
    last = word;
  }
  return places;
}

/** Two lists in order as one. */
function merged(one: readonly string[], other: readonly string[]): readonly string[] {
  const all: string[] = [];
  let at = 0;
  for (const word of one) {
    for (let next = other[at]; next !== undefined && collator.compare(next, word) < 0; next = other[++at]) {
      all.push(next);
    }
    all.push(word);
  }
  return all.concat(other.slice(at));
}
