import type { ReactNode } from "react";
import styles from "./Settings.module.css";

interface SectionProps {
  title: string;
  /** What an action brings into view. */
  id?: string;
  children: ReactNode;
}

/** One subject of the settings: its name on the left, its choices on the right. */
export function Section({ title, id, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-label={title}>
      <h2 className="ui-strong">{title}</h2>
      <div className={styles.choices}>{children}</div>
    </section>
  );
}
