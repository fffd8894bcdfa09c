import type { ReactNode } from "react";
import styles from "./PageSection.module.css";

interface PageSectionProps {
  title: string;
  /** At the end of the title's line: what is rarely used first, the main action last. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of a page: its title with what can be done, and below it boxes, sentences and notices. */
export function PageSection({ title, tools, children }: PageSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2 className="ui-strong">{title}</h2>
        {tools && <div className={styles.tools}>{tools}</div>}
      </header>
      {children}
    </section>
  );
}
