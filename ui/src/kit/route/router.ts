import { formatRoute, parseRoute, type RouteText } from "./route";

/** The window's position and its history. The browser's own history carries it, so mouse and Alt+Left go back. */
export interface Router<P> {
  current(): P;
  go(route: P, how?: { replace?: boolean }): void;
  back(): void;
  subscribe(listener: () => void): () => void;
}

interface RouterOptions<P> {
  /** Where the window opens, and where it goes when the text in the address names no route. */
  home: P;
  /** Says which routes exist. Gets what the address said and returns it as a route, or nothing. */
  accept(text: RouteText): P | undefined;
}

export function createRouter<P extends { screen: string }>({ home, accept }: RouterOptions<P>): Router<P> {
  const listeners = new Set<() => void>();
  const read = () => {
    const text = parseRoute(window.location.hash);
    return (text && accept(text)) ?? home;
  };
  let route = read();

  function arrive(next: P) {
    if (formatRoute(next) === formatRoute(route)) return;
    route = next;
    for (const listener of listeners) listener();
  }
  const followHistory = () => arrive(read());

  return {
    current: () => route,
    go(next, how) {
      const address = formatRoute(next);
      if (how?.replace) window.history.replaceState(null, "", address);
      else if (address !== formatRoute(route)) window.history.pushState(null, "", address);
      arrive(next);
    },
    back: () => window.history.back(),
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener("popstate", followHistory);
        window.addEventListener("hashchange", followHistory);
        // The address may have changed while nobody listened: before the first render, for one.
        route = read();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener("popstate", followHistory);
        window.removeEventListener("hashchange", followHistory);
      };
    },
  };
}
