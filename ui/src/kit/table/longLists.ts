import { useDeferredValue, useEffect, useState } from "react";

/** From so many rows on, putting them in order has taken the time of a picture already. */
const MANY = 500;

/** How many rows come first, less than a screenful. */
const FEW = 12;

/** How many rows may be drawn: those of a long list in steps after the rest of its screen, a few and then all in sight. */
export function useRowsInSteps(count: number): number {
  const [most, setMost] = useState(count < MANY ? Number.POSITIVE_INFINITY : 0);
  useEffect(() => {
    if (most > FEW) return;
    const timer = setTimeout(() => setMost(most === 0 ? FEW : Number.POSITIVE_INFINITY));
    return () => clearTimeout(timer);
  }, [most]);
  return most;
}

/** A list as it is shown: at once, or the former one until a long one was put in order and drawn, in steps. */
export function useShownList<Item>(list: readonly Item[] | undefined): readonly Item[] | undefined {
  const before = useDeferredValue(list);
  return list && list.length >= MANY ? before : list;
}
