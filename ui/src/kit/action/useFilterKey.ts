import { type RefObject, useEffect } from "react";
import { pressedKey } from "./pressedKey";
import { singleKeysAreOn } from "./singleKeys";

export const FILTER_KEY = "/";

/** If it is on, `/` leads to the filter from anywhere on the screen that is not a text field or an overlay. */
export function useFilterKey(field: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (
        pressedKey(event) !== FILTER_KEY ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented
      )
        return;
      if (!singleKeysAreOn()) return;
      const elsewhere = "input, textarea, [role=dialog], [role=menu], [role=listbox]";
      if (event.target instanceof Element && event.target.closest(elsewhere)) return;
      if (!field.current) return;
      event.preventDefault();
      field.current.focus();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [field, isOn]);
}
