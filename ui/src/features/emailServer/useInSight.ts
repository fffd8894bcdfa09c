import { useEffect, useRef } from "react";

/** Brings what has just come up into sight: a dialog's body may be scrolled away from it. */
export function useInSight<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), []);
  return shown;
}
