import { useState } from "react";
import type { TemporaryView } from "@/ipc/generated";

/** Knows whether a save was started in this dialog, and whether that one was completed: the row may still tell of one before it. */
export function useStarted({ saved }: TemporaryView) {
  const [before, setBefore] = useState<{ endedAt: string | null }>();
  return {
    started: before !== undefined,
    done: before !== undefined && saved?.status === "done" && saved.endedAt !== before.endedAt,
    begin: () => setBefore({ endedAt: saved?.endedAt ?? null }),
  };
}
