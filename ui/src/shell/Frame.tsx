import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "@/kit/cx";
import styles from "./Frame.module.css";
import { useKeptFocus } from "./useKeptFocus";
import { FRAME } from "./words";

interface FrameProps {
  sidebar: ReactNode;
  strip: ReactNode;
  /** A colour at the window's edge: an account where mistakes are dear. */
  edge?: "danger" | undefined;
  /** Names the screen that is shown; when it changes the focus goes to the screen unless something else holds it. */
  screen: string;
  children: ReactNode;
}

/** The window: sidebar, screen, activity strip. */
export function Frame({ sidebar, strip, edge, screen, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(screen);
  useKeptFocus(main);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    if (document.activeElement === document.body) main.current?.focus();
  }, [screen]);
  return (
    <div className={cx(styles.frame, edge && styles.edge)}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {FRAME.skip}
      </button>
      {sidebar}
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {strip}
    </div>
  );
}
