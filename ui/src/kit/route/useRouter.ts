import { createContext, use, useSyncExternalStore } from "react";
import type { Route } from "./route";
import type { Router } from "./router";

export const RouterContext = createContext<Router<Route> | undefined>(undefined);

/** The router of this window: `go(route)`, `back()`. */
export function useRouter(): Router<Route> {
  const router = use(RouterContext);
  if (!router) throw new Error("this part of the window has no router above it");
  return router;
}

/** Where the window is now. */
export function useRoute(): Route {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.current);
}
