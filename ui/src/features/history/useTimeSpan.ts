import { useCallback, useMemo, useState } from "react";
import { DAY, HOUR, MINUTE } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";

/** How much time is shown at once, in milliseconds. */
const LENGTHS = [MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY] as const;
const USUAL = 2;

/** Which time a timeline shows, and what changes it. */
export interface TimeSpan {
  length: number;
  /** The latest instant shown, in milliseconds since 1970; none: now, whenever that is. */
  end: number | undefined;
  /** Absent where there is no further step. */
  zoomIn: (() => void) | undefined;
  zoomOut: (() => void) | undefined;
  /** By so many lengths; what reaches the present follows it from then on. */
  move(lengths: number): void;
  endAt(instant: number | undefined): void;
}

export function useTimeSpan(): TimeSpan {
  const [step, setStep] = useState(USUAL);
  const [end, setEnd] = useState<number>();
  const length = LENGTHS[step] ?? LENGTHS[USUAL];
  const endAt = useCallback((instant: number | undefined) => {
    setEnd(instant === undefined || instant >= currentTime() ? undefined : instant);
  }, []);
  return useMemo(() => {
    const zoom = (to: number) => {
      const next = LENGTHS[to];
      if (next === undefined) return undefined;
      return () => {
        setStep(to);
        // What is in the middle stays there.
        if (end !== undefined) endAt(end + (next - length) / 2);
      };
    };
    return {
      length,
      end,
      zoomIn: zoom(step - 1),
      zoomOut: zoom(step + 1),
      move: (lengths) => endAt((end ?? currentTime()) + lengths * length),
      endAt,
    };
  }, [step, end, length, endAt]);
}
