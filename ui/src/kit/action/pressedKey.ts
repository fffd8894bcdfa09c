import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** The key of an event that an input method takes for itself. */
const TAKEN = "Process";
/** The key code of such an event. */
const TAKEN_CODE = 229;

/**
 * Returns the key of an event, or "Process" when an input method takes it: the Enter that ends a composition chooses and
 * sends nothing. WebKit reports the end of the composition before that Enter, so only the key code tells the two apart.
 */
export function pressedKey(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing, keyCode, key } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || keyCode === TAKEN_CODE ? TAKEN : key;
}

/** Returns true when an input method takes the key. */
export function isTakenByInputMethod(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  return pressedKey(event) === TAKEN;
}
