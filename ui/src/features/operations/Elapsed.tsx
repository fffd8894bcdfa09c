import { milliseconds } from "@/data/format";
import type { TrackedOperationView } from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";
import { stepOf } from "@/kit/time/elapsed";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import styles from "./Operations.module.css";
import { takenOf } from "./words";

/** How long an operation took, or takes by now: ticks while it goes on. */
export function Elapsed({ row }: { row: TrackedOperationView }) {
  const now = useNow(row.operation.isOver ? undefined : stepOf(takenOf(row, currentTime()) ?? 0));
  const taken = takenOf(row, now);
  if (taken === undefined) return <span className={styles.quiet}>not known</span>;
  return <span className={styles.figures}>{takenWords(taken, row.operation.isOver)}</span>;
}

/** What has ended is told to the tenth below a minute; what goes on by whole seconds, as it is drawn anew each second. */
export function takenWords(taken: number, isOver: boolean): string {
  return isOver && taken < MINUTE ? milliseconds(taken) : formatDuration(taken);
}
