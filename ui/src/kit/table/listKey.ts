import { useEffect } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { listOnScreen } from "./entry";

/** Arrow down does nothing on these by itself, so it leads into the list. */
const WITHOUT_ARROWS = "body, main, a, button, [role=tab], [role=checkbox], [data-stop]";
/** Arrow down is their own: it opens a menu, chooses, or moves in a list. */
const WITH_ARROWS = [
  "[aria-haspopup], [role=combobox], [role=radio], [role=radiogroup], [role=slider], [data-key]",
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
].join();
/** Lies over the screen. A message is no such dialog. */
const OVER = "[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu], [role=listbox]";

/** Arrow down leads into the screen's list from wherever the focus is, unless what has it needs the key. */
export function useListKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
      if (pressedKey(event) !== "ArrowDown" || !(target instanceof Element)) return;
      if (!target.matches(WITHOUT_ARROWS) || target.closest(WITH_ARROWS) || document.querySelector(OVER))
        return;
      const list = listOnScreen(target);
      if (!list) return;
      event.preventDefault();
      list.resume();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
