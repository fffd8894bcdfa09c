import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Where the focus goes when an overlay closes: to what had it before or, when that is gone (a menu's item, a row that
 * was deleted), to the row the keys were on, else to the screen. Never to nowhere, and never behind a dialog that stays.
 */
export function useFocusBack(open: boolean): () => boolean | HTMLElement {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  return useCallback(() => {
    const over = dialogAbove();
    if (over && !(before.current && over.contains(before.current))) {
      return over.querySelector<HTMLElement>("input, textarea, button:not(:disabled)") ?? over;
    }
    if (before.current?.isConnected && before.current !== document.body) return true;
    const row = document.querySelector<HTMLElement>("[role=row][tabindex='0']");
    return row ?? document.getElementById("main") ?? true;
  }, []);
}

/** A dialog that stays open, or opens, while the one that has the focus closes. A message is none, although it has that role. */
function dialogAbove(): HTMLElement | undefined {
  const open = "[role=dialog]:not([data-closed]):not([aria-modal=false])";
  const dialogs = [...document.querySelectorAll<HTMLElement>(open)];
  return dialogs.findLast((dialog) => !dialog.contains(document.activeElement));
}
