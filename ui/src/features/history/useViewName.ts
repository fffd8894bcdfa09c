import { useState } from "react";

/** How the history is shown. */
export type HistoryViewName = "list" | "timeline";

const KEPT_AT = "plinth.history.view";

/** The view that was chosen last; remembered on this machine. `asked`: the one that an address names. */
export function useViewName(asked?: string): [HistoryViewName, (view: HistoryViewName) => void] {
  const [chosen, setChosen] = useState(() => nameOf(remembered()));
  const choose = (view: HistoryViewName) => {
    setChosen(view);
    remember(view);
  };
  return [asked === undefined ? chosen : nameOf(asked), choose];
}

const nameOf = (text: string | null): HistoryViewName => (text === "timeline" ? text : "list");

function remembered(): string | null {
  try {
    return window.localStorage.getItem(KEPT_AT);
  } catch {
    return null;
  }
}

function remember(view: HistoryViewName): void {
  try {
    window.localStorage.setItem(KEPT_AT, view);
  } catch {
    // A window that may keep nothing forgets the choice when it closes; nothing else hangs on it.
  }
}
