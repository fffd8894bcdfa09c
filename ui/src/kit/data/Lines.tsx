import { type CSSProperties, useRef } from "react";
import { cx } from "@/kit/cx";
import { useWindow } from "@/kit/table/useWindow";
import styles from "./Lines.module.css";

export interface Line {
  kind: "same" | "added" | "removed" | "gap";
  text: string;
  /** What stands before the text for the eye: "+". */
  sign: string;
  /** The same for screen readers: "added: ". */
  spoken: string;
  /** Its numbers, one a column. */
  numbers: readonly (number | undefined)[];
}

interface LinesProps {
  /** What is shown. */
  label: string;
  count: number;
  /** The line at a place, from 0; asked for when it comes into sight. */
  lineAt(index: number): Line;
  /** As many letters as the longest has, so that the width stays while lines come into sight. */
  longest: number;
  /** The largest number of a line. */
  largest: number;
  /** Takes what the window has instead of a part of it. */
  tall?: boolean;
}

/** As the style says. */
const HEIGHT = 20;
/** From how many lines on only those in sight are drawn. */
const DRAWN = 200;

/** Numbered lines of a text. Of a long one only those in sight are drawn. */
export function Lines({ label, count, lineAt, longest, largest, tall = false }: LinesProps) {
  const scroller = useRef<HTMLElement>(null);
  const { first, end } = useWindow(scroller, count, HEIGHT, DRAWN);
  const isCut = end - first < count;
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  const size: CSSProperties = {
    minWidth: `max(100%, ${longest + String(largest).length * 2 + 12}ch)`,
    paddingTop: first * HEIGHT + 6,
    paddingBottom: (count - end) * HEIGHT + 6,
  };
  return (
    <section
      ref={scroller}
      className={cx(styles.box, tall && styles.tall)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <ol className={styles.lines} style={size}>
        {indexes.map((index) => (
          <li
            key={index}
            className={styles.item}
            {...(isCut && { "aria-setsize": count, "aria-posinset": index + 1 })}
          >
            <OneLine line={lineAt(index)} width={`max(36px, ${String(largest).length + 2}ch)`} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function OneLine({ line, width }: { line: Line; width: string }) {
  const { kind, text, sign, spoken, numbers } = line;
  return (
    <div className={cx(styles.line, styles[kind])}>
      {numbers.map((number, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <span key={column} className={styles.number} style={{ width }} aria-hidden="true">
          {number}
        </span>
      ))}
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className={styles.text} data-selectable>
        <span className="visually-hidden">{spoken}</span>
        {text || "\u00a0"}
      </span>
    </div>
  );
}
