import type { QueryClient } from "@tanstack/react-query";

/** All that the window remembers of what it read and did, as text: no secret may be in it. */
export function cacheText(client: QueryClient): string {
  const caches = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()];
  return JSON.stringify(caches.map(({ state }) => state));
}
