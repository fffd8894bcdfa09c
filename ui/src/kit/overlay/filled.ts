import { useEffect, useRef } from "react";

interface FilledDialog {
  title: string;
  isFilled(): boolean;
}

const dialogs = new Set<() => FilledDialog>();
const listeners = new Set<() => void>();

/** The titles of the open dialogs in which something was filled in that is sent nowhere yet. */
export function filledDialogs(): readonly string[] {
  return [...dialogs].flatMap((now) => (now().isFilled() ? [now().title] : []));
}

/** Calls back whenever `filledDialogs` may have changed. */
export function subscribeFilled(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const BY_PERSON = ["input", "change", "click", "keyup"] as const;

/** Makes an open dialog known to what would throw away its form, such as closing the window. */
export function useFilledDialog(title: string, isFilled: () => boolean): void {
  const now = useRef({ title, isFilled });
  useEffect(() => {
    now.current = { title, isFilled };
  });
  useEffect(() => {
    const dialog = () => now.current;
    // What was chosen is in its field only once it is drawn.
    const later = () => void setTimeout(notify);
    dialogs.add(dialog);
    for (const event of BY_PERSON) document.addEventListener(event, later, true);
    return () => {
      dialogs.delete(dialog);
      for (const event of BY_PERSON) document.removeEventListener(event, later, true);
      notify();
    };
  }, []);
}

function notify() {
  for (const listener of listeners) listener();
}
