import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { settingsQuery } from "@/data/queries";
import { setSingleKeys } from "@/kit/action/singleKeys";

/** Keeps shortcuts of single letters and signs as the settings say. */
export function useSingleKeys(): void {
  const wanted = useQuery(settingsQuery).data?.singleKeyShortcuts ?? true;
  useEffect(() => setSingleKeys(wanted), [wanted]);
}
