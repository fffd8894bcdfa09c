import type { ReactNode } from "react";

/** Buttons side by side, on as many lines as they need. Those of a group inside stay together as long as they fit. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="ui-wrapping">{children}</div>;
}
