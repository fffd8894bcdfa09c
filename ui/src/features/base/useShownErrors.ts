import { type FocusEvent, useRef, useState } from "react";
import { afterPress } from "@/kit/control/afterPress";

/** Spread onto a form, so that it notices when a field is entered and left. */
export interface FieldWatch {
  onFocus(event: FocusEvent<HTMLFormElement>): void;
  onBlur(event: FocusEvent<HTMLFormElement>): void;
}

/**
 * Decides which errors of a form show: all of them from the first try to send, and before that an error whose text was
 * left. Once shown, the error of a field follows what is typed. An empty field that nobody has filled in yet says nothing.
 */
export function useShownErrors<Errors extends object>(fieldErrors: Errors) {
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const before = useRef(textsOf(fieldErrors));
  const shown: Partial<Errors> = { ...fieldErrors };
  for (const field in shown) if (!tried && !left.has(field)) delete shown[field];

  const leave = () => {
    const wrong = Object.entries(fieldErrors)
      .filter(([field, error]) => error !== undefined && error !== before.current.get(field))
      .map(([field]) => field);
    // An error makes the dialog higher: a button that is pressed now must stay under the pointer.
    if (wrong.length > 0) afterPress(() => setLeft((all) => new Set([...all, ...wrong])));
  };
  const watch: FieldWatch = {
    onFocus: ({ target }) => {
      if (isText(target)) before.current = textsOf(fieldErrors);
    },
    onBlur: ({ target }) => {
      if (isText(target) && target.value.trim() !== "") leave();
    },
  };
  /** For a form that stays for the next time. */
  const hideAll = () => {
    setTried(false);
    setLeft(new Set());
  };
  return { shown, tried, showAll: () => setTried(true), hideAll, watch };
}

const textsOf = (fieldErrors: object): ReadonlyMap<string, unknown> => new Map(Object.entries(fieldErrors));

const isText = (target: Element): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio");
