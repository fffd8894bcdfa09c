import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { settingsQuery } from "@/data/queries";
import { applyDensity } from "./density";

/** Keeps rows and controls as high as the settings say. */
export function useDensity(): void {
  const density = useQuery(settingsQuery).data?.density;
  useEffect(() => {
    if (density) applyDensity(density);
  }, [density]);
}
