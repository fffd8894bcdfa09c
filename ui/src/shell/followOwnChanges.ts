import type { QueryClient } from "@tanstack/react-query";
import { noteOwnChange } from "@/kit/table/ownChanges";

/** Lets tables show at once what was changed in this window, until the returned function is called. */
export function followOwnChanges(client: QueryClient): () => void {
  return client.getMutationCache().subscribe(({ type, mutation }) => {
    const isDone = type === "updated" && mutation.state.status === "success";
    if (isDone && mutation.meta?.reads !== true) noteOwnChange();
  });
}
