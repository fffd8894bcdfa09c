import { useState } from "react";
import { remember, remembered } from "@/kit/remembered";

/** How the history is shown. */
export type HistoryViewName = "list" | "timeline";

const KEPT_AT = "plinth.history.view";

/** The view that was chosen last; remembered on this machine. `asked`: the one that an address names. */
export function useViewName(fromRoute?: string): [HistoryViewName, (view: HistoryViewName) => void] {
  const [chosen, setChosen] = useState(() => nameOf(remembered(KEPT_AT)));
  const choose = (view: HistoryViewName) => {
    setChosen(view);
    remember(KEPT_AT, view);
  };
  return [fromRoute === undefined ? chosen : nameOf(fromRoute), choose];
}

const nameOf = (text: string | null): HistoryViewName => (text === "timeline" ? text : "list");
