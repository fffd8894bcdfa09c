import { useEffect } from "react";

const KEPT_AT = "plinth.projects.everywhere";

/** Whether the projects of all accounts are shown: as the tab says, else as it was last, also before a restart. */
export function useEverywhere(tab: string | undefined): boolean {
  useEffect(() => {
    if (tab === "all") window.localStorage.setItem(KEPT_AT, "yes");
    if (tab === "active") window.localStorage.removeItem(KEPT_AT);
  }, [tab]);
  return tab === undefined ? window.localStorage.getItem(KEPT_AT) !== null : tab === "all";
}
