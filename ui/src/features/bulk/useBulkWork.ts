import { useWork } from "@/data/work";
import { dismissingOf, pausingOf, resumingOf, stoppingOf } from "./mutations";

/** What can be done with what goes on. */
export function useBulkWork(id: string) {
  const pause = useWork(pausingOf(id));
  const resume = useWork(resumingOf(id));
  const stop = useWork(stoppingOf(id));
  const dismiss = useWork(dismissingOf(id));
  const failure = pause.failure ?? resume.failure ?? stop.failure ?? dismiss.failure;
  return { pause, resume, stop, dismiss, failure };
}

export type BulkWork = ReturnType<typeof useBulkWork>;
