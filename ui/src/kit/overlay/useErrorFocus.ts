import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Moves the focus to the first field at fault after a try that was not sent, or was refused for what stands in a field.
 * Returns what a form calls at each try.
 */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>, busy: boolean): () => void {
  const [tries, setTries] = useState(0);
  const looked = useRef(0);
  useEffect(() => {
    if (busy || looked.current === tries) return;
    const fieldError = form.current?.querySelector<HTMLElement>(
      ":is(input, textarea, button):is([data-invalid], [aria-invalid=true])",
    );
    if (!fieldError) return;
    looked.current = tries;
    fieldError.focus();
    // With its words below it, where it is in a field.
    const field = fieldError.parentElement?.closest("[data-invalid]") ?? fieldError;
    field.scrollIntoView({ block: "nearest" });
  }, [form, busy, tries]);
  return () => setTries((before) => before + 1);
}
