import { useEffect, useState } from "react";

/** How long a revealed secret stays on the screen, in milliseconds. */
const REVEALED_FOR = 30_000;

/** Holds a secret while it may be seen: until it is hidden, 30 s have passed, or the component goes. */
export function useReveal(reveal: () => Promise<string>) {
  const [shown, setShown] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => setShown(undefined), REVEALED_FOR);
    return () => clearTimeout(timer);
  }, [shown]);

  const show = () => {
    setBusy(true);
    setFailed(false);
    reveal()
      .then(setShown, () => setFailed(true))
      .finally(() => setBusy(false));
  };
  return { shown, busy, failed, show, hide: () => setShown(undefined) };
}
