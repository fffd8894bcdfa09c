import { cx } from "@/kit/cx";
import { DIFF } from "@/kit/words";
import styles from "./Diff.module.css";

export interface DiffLine {
  /** `gap` stands for lines left out; its text says how many, or nothing. */
  kind: "same" | "added" | "removed" | "gap";
  text: string;
  /** The line's number before, from 1. */
  before?: number;
  /** The line's number after, from 1. */
  after?: number;
}

interface DiffProps {
  /** What changes: ".env". */
  label: string;
  lines: readonly DiffLine[];
}

const SIGN = { same: " ", added: "+", removed: "−", gap: "⋯" };
/** What a change does to a text, line by line. */
export function Diff({ label, lines }: DiffProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.diff} aria-label={DIFF.label(label)} tabIndex={0}>
      <ol className={styles.lines}>
        {lines.map((line, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a shown change never moves its lines
            key={index}
            className={cx(styles.line, styles[line.kind])}
          >
            <span className={styles.number} aria-hidden="true">
              {line.kind === "added" ? "" : line.before}
            </span>
            <span className={styles.number} aria-hidden="true">
              {line.kind === "removed" ? "" : line.after}
            </span>
            <span className={styles.sign} aria-hidden="true">
              {SIGN[line.kind]}
            </span>
            <span className={styles.text} data-selectable>
              <span className="visually-hidden">{DIFF[line.kind]}</span>
              {line.text || "\u00a0"}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
