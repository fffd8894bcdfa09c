import { useQueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { AuthSubject } from "./places";

/** Reads everything of the integration again that is shown. The users' table is read on a click alone. */
export function useLookAgain({ accountId, projectId }: AuthSubject): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.auth(accountId, projectId) });
}
