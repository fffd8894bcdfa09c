import { useEffect } from "react";
import { remember, remembered } from "@/kit/remembered";

const KEPT_AT = "plinth.projects.everywhere";

/** Whether the projects of all accounts are shown: as the tab says, else as it was last, also before a restart. */
export function useEverywhere(tab: string | undefined): boolean {
  useEffect(() => {
    if (tab === "all") remember(KEPT_AT, "yes");
    if (tab === "active") remember(KEPT_AT, null);
  }, [tab]);
  return tab === undefined ? isEverywhere() : tab === "all";
}

/** Whether they were shown last. */
export const isEverywhere = () => remembered(KEPT_AT) !== null;
