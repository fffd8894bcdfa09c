import { type ReactNode, startTransition, useEffect, useState } from "react";

const all = new Set<() => Promise<void>>();

/** Reads the code of all deferred components, so that nobody waits for it later. */
export async function loadDeferred(): Promise<void> {
  await Promise.all([...all].map((load) => load()));
}

/**
 * Reads it with the first pointer move, key, click or scroll: a window that nobody uses does not hold it.
 * Returns how to stop waiting for one.
 */
export function loadWhenUsed(): () => void {
  const waiting = new AbortController();
  const used = () => {
    waiting.abort();
    // What cannot be read ahead is read again where it is shown.
    loadDeferred().catch(() => {});
  };
  // A window that comes up under a pointer that rests hears of it, too.
  let before: string | undefined;
  const moved = ({ screenX, screenY }: PointerEvent) => {
    const place = `${screenX} ${screenY}`;
    if (before !== undefined && before !== place) used();
    before = place;
  };
  const how = { capture: true, passive: true, signal: waiting.signal };
  window.addEventListener("pointermove", moved, how);
  for (const sign of ["pointerdown", "keydown", "wheel"]) window.addEventListener(sign, used, how);
  return () => waiting.abort();
}

/**
 * A component whose code is not read before the window shows something. Shown earlier, it reads it then, with `waiting`
 * in its place meanwhile; what cannot be read is thrown to the boundary around it, and read again when that tries again.
 *
 * Without `Suspense`, which leaves its fallback there for 300 ms however soon the code comes. `isReadAhead`: false for code that
 * few windows ever need.
 */
export function deferred<Props extends object>(
  read: () => Promise<(props: Props) => ReactNode>,
  waiting: ReactNode = null,
  isReadAhead = true,
): (props: Props) => ReactNode {
  let component: ((props: Props) => ReactNode) | undefined;
  let reading: Promise<void> | undefined;

  const load = () => {
    reading ??= read().then(
      (found) => {
        component = found;
      },
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
  if (isReadAhead) all.add(load);

  return function Deferred(props: Props) {
    const [Shown, setShown] = useState(() => component);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      load().then(
        // Drawn in steps: a screen in one go holds the window up.
        () => startTransition(() => setShown(() => component)),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure) throw failure.error;
    return Shown ? <Shown {...props} /> : waiting;
  };
}
