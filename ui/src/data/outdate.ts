import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { currentTime } from "@/time/clock";

/** How long a view waits for further events before it is read, in milliseconds: a burst of them costs one read. */
const TOGETHER = 50;
/**
 * The shortest pause between two reads of one view, in milliseconds. After a read that takes longer it is as long as that
 * read, so that a slow view is read half of the time at most.
 */
const REST = 250;

/** Marks views as stale, and reads again those that are shown. */
interface Outdating {
  outdate(queryKey: QueryKey): void;
  /** Drops the reads that wait. */
  stop(): void;
}

/** When one stale view is read again. */
interface Schedule {
  timer?: ReturnType<typeof setTimeout>;
  reading: boolean;
  /** It became stale while it was read: that read may have missed the change. */
  again: boolean;
  /** The earliest time of the next read. */
  notBefore: number;
}

/**
 * Events come in bursts, and many concern the same views. Each view is stale at once and read a moment later, once for all
 * events until then. A read that is under way is not cancelled: under a steady stream of events none would ever end.
 */
export function createOutdating(client: QueryClient): Outdating {
  const schedules = new Map<string, Schedule>();
  let stopped = false;

  function outdate(queryKey: QueryKey): void {
    for (const query of client.getQueryCache().findAll({ queryKey })) touch(query);
  }

  function touch(query: Query): void {
    query.invalidate();
    const schedule = schedules.get(query.queryHash) ?? { reading: false, again: false, notBefore: 0 };
    schedules.set(query.queryHash, schedule);
    if (schedule.reading) schedule.again = true;
    else if (schedule.timer === undefined) wait(query, schedule);
  }

  function wait(query: Query, schedule: Schedule): void {
    if (stopped) return;
    const delay = Math.max(TOGETHER, schedule.notBefore - currentTime());
    schedule.timer = setTimeout(() => {
      delete schedule.timer;
      void read(query, schedule);
    }, delay);
  }

  async function read(query: Query, schedule: Schedule): Promise<void> {
    const { queryKey } = query;
    schedule.reading = true;
    // A request from before the event may not show it, and its reply would mark the view as fresh.
    if (query.state.fetchStatus === "fetching") {
      await query.promise?.catch(() => {});
      query.invalidate();
    }
    schedule.again = false;
    const began = currentTime();
    await client.refetchQueries({ queryKey, exact: true, type: "active" }, { cancelRefetch: false });
    schedule.reading = false;
    schedule.notBefore = currentTime() + Math.max(REST, currentTime() - began);
    if (!schedule.again) return;
    query.invalidate();
    wait(query, schedule);
  }

  function stop(): void {
    stopped = true;
    for (const { timer } of schedules.values()) clearTimeout(timer);
    schedules.clear();
  }

  return { outdate, stop };
}
