import type { ReactNode } from "react";
import styles from "./Card.module.css";

interface CardProps {
  /** Names the card for screen readers where it has no title. */
  label?: string;
  title?: string;
  /** At the end of the title's line. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A hairline box. What is inside brings its own padding, but for a titled card, which pads it. */
export function Card({ label, title, tools, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={label ?? title}>
      {title && (
        <header className={styles.header}>
          <h2 className="ui-strong">{title}</h2>
          {tools}
        </header>
      )}
      {title ? <div className={styles.body}>{children}</div> : children}
    </section>
  );
}
