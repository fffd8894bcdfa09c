import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { currentTime } from "@/time/clock";

/** What happens within such a while is read once, in milliseconds. */
const TOGETHER = 50;
/** Between two readings of one view; one that takes longer than this rests for as long as it took. */
const REST = 250;

/** Makes views old, and reads again those that are shown. */
interface Outdating {
  outdate(queryKey: QueryKey): void;
  /** Nothing that waits is read any more. */
  stop(): void;
}

/** What is known of one view that was made old. */
interface Turn {
  timer?: ReturnType<typeof setTimeout>;
  /** It is being read; made old meanwhile, it is read once more. */
  reading: boolean;
  again: boolean;
  /** Not to be read before. */
  rested: number;
}

/**
 * Facts come in bursts, and many mean the same views. Each view is old at once; it is read a moment later, once for all
 * that happened by then, and a reading that is under way ends before the next one begins.
 */
export function createOutdating(client: QueryClient): Outdating {
  const turns = new Map<string, Turn>();
  let stopped = false;

  function outdate(queryKey: QueryKey): void {
    for (const query of client.getQueryCache().findAll({ queryKey })) touch(query);
  }

  function touch(query: Query): void {
    query.invalidate();
    const turn = turns.get(query.queryHash) ?? { reading: false, again: false, rested: 0 };
    turns.set(query.queryHash, turn);
    if (turn.reading) turn.again = true;
    else if (turn.timer === undefined) wait(query, turn);
  }

  function wait(query: Query, turn: Turn): void {
    if (stopped) return;
    const delay = Math.max(TOGETHER, turn.rested - currentTime());
    turn.timer = setTimeout(() => {
      delete turn.timer;
      void read(query, turn);
    }, delay);
  }

  async function read(query: Query, turn: Turn): Promise<void> {
    const { queryKey } = query;
    turn.reading = true;
    // What was on its way before may not know of it yet.
    if (query.state.fetchStatus === "fetching") {
      await query.promise?.catch(() => {});
      query.invalidate();
    }
    turn.again = false;
    const began = currentTime();
    await client.refetchQueries({ queryKey, exact: true, type: "active" }, { cancelRefetch: false });
    turn.reading = false;
    turn.rested = currentTime() + Math.max(REST, currentTime() - began);
    if (!turn.again) return;
    query.invalidate();
    wait(query, turn);
  }

  function stop(): void {
    stopped = true;
    for (const { timer } of turns.values()) clearTimeout(timer);
    turns.clear();
  }

  return { outdate, stop };
}
