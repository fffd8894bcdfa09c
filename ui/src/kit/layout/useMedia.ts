import { useCallback, useSyncExternalStore } from "react";

/** Below this width the sidebar shows icons only and a detail lies over its list. CSS modules write it out again. */
export const NARROW = "(max-width: 1000px)";

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
