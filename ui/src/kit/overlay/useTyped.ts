import { type SyntheticEvent, useCallback, useRef } from "react";

const FIELDS = "textarea, input:not([type=search], [type=button], [type=submit])";

type Entry = HTMLInputElement | HTMLTextAreaElement;

/**
 * Knows what stood in every field of a popup before the person did something there, and so whether anything was filled
 * in: typed, ticked, chosen from a list, or put in by a button such as "Browse…". What arrives by itself before that,
 * such as a name that is read first, is not taken for the person's.
 */
export function useTyped() {
  const popup = useRef<HTMLDivElement>(null);
  const before = useRef(new Map<Entry, string>());
  const note = useCallback((fields: readonly Entry[]) => {
    for (const field of fields) {
      if (!before.current.has(field)) before.current.set(field, entryOf(field));
    }
  }, []);
  const noteAll = useCallback(() => note(fieldsOf(popup.current)), [note]);
  // Dictation types without a key.
  const noteOne = useCallback(
    ({ target }: SyntheticEvent) => note(fieldsOf(popup.current).filter((field) => field === target)),
    [note],
  );
  const isFilled = useCallback(
    () => [...before.current].some(([field, entry]) => field.isConnected && entryOf(field) !== entry),
    [],
  );
  const doing = { onFocusCapture: noteOne, onPointerDownCapture: noteAll, onKeyDownCapture: noteAll };
  return { popup, doing, isFilled };
}

/** Lists, ticks and radio buttons keep their value in a native field beside what is drawn. */
function fieldsOf(popup: HTMLElement | null): Entry[] {
  return popup ? [...popup.querySelectorAll<Entry>(FIELDS)] : [];
}

function entryOf(field: Entry): string {
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    return String(field.checked);
  }
  return field.value;
}
