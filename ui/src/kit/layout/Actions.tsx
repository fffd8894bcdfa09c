import type { ReactNode } from "react";

/** Buttons side by side, on as many lines as they need. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="ui-wrapping">{children}</div>;
}
