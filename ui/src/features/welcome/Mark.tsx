import styles from "./Welcome.module.css";

/** The app's sign: a drum on a plinth, as in icons/icon.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={styles.mark}>
      <rect x="2" y="2" width="60" height="60" rx="13.5" className={styles.ground} />
      <path
        d="M20 24v6.5c0 2.75 5.4 5 12 5s12-2.25 12-5V24c0 2.75-5.4 5-12 5s-12-2.25-12-5z"
        className={styles.drum}
      />
      <path d="M20 15v7c0 2.75 5.4 5 12 5s12-2.25 12-5v-7z" className={styles.drum} />
      <ellipse cx="32" cy="15" rx="12" ry="5" className={styles.lid} />
      <path d="M16 36h32v4H16zM20 40h24v8H20zM12 48h40v6H12z" className={styles.stone} />
    </svg>
  );
}
