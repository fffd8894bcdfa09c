import { type RefObject, useEffect } from "react";

/**
 * Gives the focus to the screen when the element that had it is removed, such as a deleted row or a notice's button: the keys
 * would do nothing from the page's body. A list that stays keeps the focus on its row.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = main.current;
    if (!screen) return;
    let last: { element: Element; list: Element | null } | undefined;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = { element: target, list: target.closest("[role=grid]") };
    };
    const look = () => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      const row = last.list?.isConnected && last.list.querySelector<HTMLElement>("[role=row][tabindex='0']");
      last = undefined;
      (row || screen).focus({ preventScroll: true });
    };
    const removals = new MutationObserver(look);
    removals.observe(screen, { childList: true, subtree: true });
    screen.addEventListener("focusin", note);
    return () => {
      removals.disconnect();
      screen.removeEventListener("focusin", note);
    };
  }, [main]);
}
