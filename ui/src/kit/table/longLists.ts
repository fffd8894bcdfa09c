import { useDeferredValue, useEffect, useState } from "react";

/** From so many rows on, putting them in order has taken the time of a picture already. */
const MANY = 500;

/** Whether rows may be drawn: those of a long list in a step of their own after the rest of its screen. */
export function useLaterWithMany(count: number): boolean {
  const [mayDraw, setMayDraw] = useState(count < MANY);
  useEffect(() => {
    if (mayDraw) return;
    const timer = setTimeout(() => setMayDraw(true));
    return () => clearTimeout(timer);
  }, [mayDraw]);
  return mayDraw;
}

/** A list as it is shown: at once, or the former one until a long one was put in order and drawn, in steps. */
export function useShownList<Item>(list: readonly Item[] | undefined): readonly Item[] | undefined {
  const before = useDeferredValue(list);
  return list && list.length >= MANY ? before : list;
}
