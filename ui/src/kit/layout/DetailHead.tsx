import type { ReactNode } from "react";
import { CutMiddle } from "@/kit/data/CutMiddle";
import styles from "./DetailHead.module.css";

interface DetailHeadProps {
  title: string;
  /** Its state, and the menu of what can be done with it. */
  children?: ReactNode;
}

/** The first line of what is open beside a list. */
export function DetailHead({ title, children }: DetailHeadProps) {
  return (
    <header className="ui-row">
      <h2 className={styles.title} title={title}>
        <CutMiddle>{title}</CutMiddle>
      </h2>
      {children}
    </header>
  );
}
