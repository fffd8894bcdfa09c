/**
 * Where the window can be. A feature adds its own places and nobody imports anybody:
 * `declare module "@/kit/route/place" { interface Places { temporary: { id?: string } } }`.
 * The parameters of a place are strings, so that a place survives a reload as text.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it by module augmentation
export interface Places {}

/** One place: the name of its screen and that screen's parameters. */
export type Place = { [Name in keyof Places]: { screen: Name } & Places[Name] }[keyof Places];

/** A place as read back from text, before anyone has said that it exists. */
export type PlaceText = Record<string, string> & { screen: string };

/** Writes a place as `#/screen?name=value`, with the parameters in a steady order. */
export function formatPlace(place: { screen: string }): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(place).sort(([a], [b]) => a.localeCompare(b))) {
    if (name !== "screen" && typeof value === "string") parameters.set(name, value);
  }
  const query = parameters.toString();
  return `#/${encodeURIComponent(place.screen)}${query ? `?${query}` : ""}`;
}

/** Reads what `formatPlace` wrote; anything else is no place. */
export function parsePlace(text: string): PlaceText | undefined {
  const match = /^#\/([^?]+)(?:\?(.*))?$/.exec(text);
  if (!match?.[1]) return undefined;
  try {
    return {
      ...Object.fromEntries(new URLSearchParams(match[2] ?? "")),
      screen: decodeURIComponent(match[1]),
    };
  } catch {
    return undefined;
  }
}
