import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";

/** Reads the folders again when the person comes back to the window: what they edited elsewhere makes no event. */
export function followFolders(client: QueryClient): void {
  window.addEventListener("focus", () => void client.invalidateQueries({ queryKey: keys.folderList }));
}
