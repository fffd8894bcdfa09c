import { type ReactNode, type RefCallback, useCallback, useState } from "react";
import { cx } from "@/kit/cx";
import styles from "./Dialog.module.css";

interface DialogBodyProps {
  /** The dialog's, read aloud where the keys get to what scrolls. */
  title: string;
  children: ReactNode;
}

/**
 * What is between a dialog's head and its buttons, and scrolls where the window is too low for it. Words alone have
 * nothing that the keys could go to: then they go to the part itself, whose end could not be read without a pointer.
 */
export function DialogBody({ title, children }: DialogBodyProps) {
  const [ref, takesFocus] = useFocusWhileScrolling();
  return (
    <div
      ref={ref}
      className={cx(styles.body)}
      {...(takesFocus && { role: "region", "aria-label": title, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

const FOCUSABLE = ":is(a[href], button, input, select, textarea, summary, [tabindex])";
const BY_KEYS = `${FOCUSABLE}:not(:disabled, [tabindex^="-"])`;

/** Whether an element scrolls and holds nothing that the keys can get to. */
function useFocusWhileScrolling(): [RefCallback<HTMLElement>, boolean] {
  const [needed, setNeeded] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => {
      // Heights are rounded each by itself.
      const scrolls = element.scrollHeight > element.clientHeight + 1;
      const needs = scrolls && element.querySelector(BY_KEYS) === null;
      // Never taken from under the focus.
      setNeeded((before) => needs || (before && element === document.activeElement));
    };
    look();
    // As high as its content until it scrolls: whatever makes it scroll changes its height.
    const size = new ResizeObserver(look);
    size.observe(element);
    const content = new MutationObserver(look);
    content.observe(element, { childList: true, subtree: true });
    return () => {
      size.disconnect();
      content.disconnect();
    };
  }, []);
  return [watch, needed];
}
