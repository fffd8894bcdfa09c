import { useState } from "react";

/** A task of a row, as the row tells of the last one. */
interface Task {
  status: string;
  endedAt: string | null;
}

/** Knows whether a task was started in this dialog, and whether that one was completed: the row may still tell of one before it. */
export function useStarted(task: Task | null) {
  const [before, setBefore] = useState<{ endedAt: string | null }>();
  return {
    started: before !== undefined,
    done: before !== undefined && task?.status === "done" && task.endedAt !== before.endedAt,
    begin: () => setBefore({ endedAt: task?.endedAt ?? null }),
    forget: () => setBefore(undefined),
  };
}
