/** A list with an item as it is now: at its place or, where it is new, at an end. */
export function upsert<Item extends { id: string }>(
  list: readonly Item[],
  item: Item,
  end: "first" | "last",
): Item[] {
  if (list.some(({ id }) => id === item.id)) return list.map((each) => (each.id === item.id ? item : each));
  return end === "first" ? [item, ...list] : [...list, item];
}
