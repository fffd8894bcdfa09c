import { useCallback, useSyncExternalStore } from "react";
import { currentTime } from "@/time/clock";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** All that show the same step of time share one timer. */
class Ticker {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly step: number) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) {
      document.addEventListener("visibilitychange", this.turn);
      this.wait();
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      document.removeEventListener("visibilitychange", this.turn);
      clearTimeout(this.timer);
    };
  }

  /** Nobody looks at a hidden window; one that is shown again is right at once. */
  private readonly turn = () => {
    clearTimeout(this.timer);
    if (document.hidden) return;
    for (const listener of this.listeners) listener();
    this.wait();
  };

  private wait() {
    if (document.hidden) return;
    this.timer = setTimeout(
      () => {
        for (const listener of this.listeners) listener();
        if (this.listeners.size > 0) this.wait();
      },
      this.step - (currentTime() % this.step),
    );
  }
}

const tickers = new Map<number, Ticker>();

function tickerFor(step: number): Ticker {
  const found = tickers.get(step) ?? new Ticker(step);
  tickers.set(step, found);
  return found;
}

/** The time now in milliseconds, to the second; renders anew at each step. No step: only when something else does. */
export function useNow(step: number | undefined): number {
  const subscribe = useCallback(
    (listener: () => void) => (step === undefined ? () => {} : tickerFor(step).subscribe(listener)),
    [step],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(currentTime() / SECOND) * SECOND);
}
