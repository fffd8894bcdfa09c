import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import styles from "./Pill.module.css";

/** `off` is a state that asks for nothing. */
export type Tone = "ok" | "progress" | "warning" | "danger" | "off";

/** These ask for nothing: a dot and a word. The others are filled. */
const CALM: ReadonlySet<Tone> = new Set(["ok", "off"]);

interface PillProps {
  tone: Tone;
  /** The state's word. Each tone has its own shape before it, so nothing hangs on the colour. */
  children: ReactNode;
}

export function Pill({ tone, children }: PillProps) {
  return (
    <span className={cx(styles.pill, CALM.has(tone) ? styles.calm : styles.filled, styles[tone])}>
      <span className={styles.shape} />
      <span className={styles.word}>{children}</span>
    </span>
  );
}

/** A state by its look. */
export function LookPill({ look }: { look: { word: string; tone: Tone } }) {
  return <Pill tone={look.tone}>{look.word}</Pill>;
}
