import type { ReactNode } from "react";
import styles from "./Facts.module.css";

interface Fact {
  term: string;
  detail: ReactNode;
}

interface FactsProps {
  /** What is no fact, such as `false`, is left out. */
  facts: ReadonlyArray<Fact | false | "" | null | undefined>;
}

/** Terms on the left, what they are on the right. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.term} className={styles.fact}>
              <dt className="ui-faint">{fact.term}</dt>
              <dd className={styles.detail}>{fact.detail}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
