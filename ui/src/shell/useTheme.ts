import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { settingsQuery } from "@/data/queries";
import { applyTheme } from "./theme";

/** Keeps the window's colours as the settings say. */
export function useTheme(): void {
  const appearance = useQuery(settingsQuery).data?.appearance;
  useEffect(() => {
    if (appearance) applyTheme(appearance);
  }, [appearance]);
}
