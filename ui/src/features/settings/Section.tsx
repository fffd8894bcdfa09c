import type { ReactNode } from "react";
import styles from "./Settings.module.css";

/** One subject of the settings: its name on the left, its choices on the right. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className="ui-strong">{title}</h2>
      <div className={styles.choices}>{children}</div>
    </section>
  );
}
