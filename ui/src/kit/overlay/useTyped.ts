import { type SyntheticEvent, useCallback, useRef } from "react";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Knows of each field under it what stood there before the person came to it, and so whether something was typed. */
export function useTyped() {
  const before = useRef(new Map<TextField, string>());
  const onFocusCapture = useCallback(({ target }: SyntheticEvent) => {
    if (isText(target) && !before.current.has(target)) before.current.set(target, target.value);
  }, []);
  const isFilled = useCallback(
    () => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
    [],
  );
  return { onFocusCapture, isFilled };
}

function isText(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !["checkbox", "radio", "button", "submit", "search"].includes(target.type)
  );
}
