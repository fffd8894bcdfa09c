import { type ReactNode, useId } from "react";
import styles from "./PagePart.module.css";

interface PagePartProps {
  title: string;
  /** What it is for, under the title. */
  about: ReactNode;
  children: ReactNode;
}

/** A part of a page of settings: what it is on the left, what is set on the right. */
export function PagePart({ title, about, children }: PagePartProps) {
  const heading = useId();
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <div>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <p className="ui-muted-small">{about}</p>
      </div>
      {children}
    </section>
  );
}
