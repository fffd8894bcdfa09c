/**
 * Where the window can be. A feature adds its own routes and nobody imports anybody:
 * `declare module "@/kit/route/route" { interface Routes { temporary: { id?: string } } }`.
 * The parameters of a route are strings, so that a route survives a reload as text.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it by module augmentation
export interface Routes {}

/** One route: the name of its screen and that screen's parameters. */
export type Route = { [Name in keyof Routes]: { screen: Name } & Routes[Name] }[keyof Routes];

/** A route as read back from text, before anyone has said that it exists. */
export type RouteText = Record<string, string> & { screen: string };

/** Writes a route as `#/screen?name=value`, with the parameters in a steady order. */
export function formatRoute(route: { screen: string }): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(route).sort(([a], [b]) => a.localeCompare(b))) {
    if (name !== "screen" && typeof value === "string") parameters.set(name, value);
  }
  const query = parameters.toString();
  return `#/${encodeURIComponent(route.screen)}${query ? `?${query}` : ""}`;
}

/** Reads what `formatRoute` wrote; anything else is no route. */
export function parseRoute(text: string): RouteText | undefined {
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
