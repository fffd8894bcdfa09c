import { useCallback, useEffect, useRef, useState } from "react";

type CopyState = "idle" | "copied" | "failed";

const SHOWN = 2_000;

/** Runs a copy and says for two seconds how it went. `copied`: it was copied already, which is said as well. */
export function useCopied(copy: () => Promise<void> | void, copied = false): [CopyState, () => void] {
  const [state, setState] = useState<CopyState>("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = useCallback((next: CopyState) => {
    setState(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), SHOWN);
  }, []);
  useEffect(() => {
    if (copied) show("copied");
  }, [copied, show]);
  const run = useCallback(() => {
    const work = async () => copy();
    work().then(
      () => show("copied"),
      () => show("failed"),
    );
  }, [copy, show]);
  return [state, run];
}
