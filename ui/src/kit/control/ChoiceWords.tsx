import type { ReactNode } from "react";
import styles from "./Choice.module.css";

interface ChoiceWordsProps {
  /** The control names these ids: `…-label` is its name, `…-hint` its description. */
  id: string;
  hint: ReactNode;
  children: ReactNode;
}

/** The words beside a checkbox, a switch or a radio button. */
export function ChoiceWords({ id, hint, children }: ChoiceWordsProps) {
  return (
    <span>
      <span id={`${id}-label`}>{children}</span>
      {hint && (
        <small id={`${id}-hint`} className={styles.hint}>
          {hint}
        </small>
      )}
    </span>
  );
}

/** The wiring of a control to its `ChoiceWords`. */
export function worded(id: string, hint: ReactNode) {
  return { "aria-labelledby": `${id}-label`, ...(hint ? { "aria-describedby": `${id}-hint` } : {}) };
}
