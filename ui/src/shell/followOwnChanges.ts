import type { QueryClient } from "@tanstack/react-query";
import { noteOwnChange } from "@/kit/table/ownChanges";

/** Lets tables show at once what was changed in this window, or why it could not be, until the returned function is called. */
export function followOwnChanges(client: QueryClient): () => void {
  return client.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== "updated") return;
    const { status } = mutation.state;
    if (status === "error" || (status === "success" && mutation.meta?.reads !== true)) noteOwnChange();
  });
}
