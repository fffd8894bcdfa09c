import type { ReactNode } from "react";
import styles from "./Facts.module.css";

/** Terms on the left, what they are on the right. */
export function Facts({ facts }: { facts: ReadonlyArray<{ term: string; detail: ReactNode }> }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.term} className={styles.fact}>
          <dt className="faint">{fact.term}</dt>
          <dd className={styles.detail}>{fact.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
