import type { ReactNode } from "react";
import styles from "./Screen.module.css";

interface ScreenProps {
  title: string;
  /** Beside the title: a count, an age. */
  aside?: ReactNode;
  /** Filter and buttons, the primary one last. */
  tools?: ReactNode;
  children: ReactNode;
}

/** One screen: the header of 52 px with its one heading, and everything below it. */
export function Screen({ title, aside, tools, children }: ScreenProps) {
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {aside && <span className={styles.aside}>{aside}</span>}
        <div className={styles.tools}>{tools}</div>
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}
