import styles from "./Spinner.module.css";

/** A turning ring, always beside words: it says nothing by itself. */
export function Spinner() {
  return <span className={styles.ring} aria-hidden="true" />;
}
