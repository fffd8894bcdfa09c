import { temporaryLook } from "@/data/words";
import type { TemporaryView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { MINUTE, useNow } from "@/kit/time/useNow";

/** The state in a word, which the clock alone can change. */
export function StatePill({ row }: { row: TemporaryView }) {
  const now = useNow(row.state === "unclaimed" ? MINUTE : undefined);
  const look = temporaryLook(row, now);
  return <Pill tone={look.tone}>{look.word}</Pill>;
}
