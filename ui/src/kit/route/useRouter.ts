import { createContext, use, useSyncExternalStore } from "react";
import type { Place } from "./place";
import type { Router } from "./router";

export const RouterContext = createContext<Router<Place> | undefined>(undefined);

/** The router of this window: `go(place)`, `back()`. */
export function useRouter(): Router<Place> {
  const router = use(RouterContext);
  if (!router) throw new Error("this part of the window has no router above it");
  return router;
}

/** Where the window is now. */
export function usePlace(): Place {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.current);
}
