import { type ReactNode, use } from "react";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { HeaderTool } from "./headerTool";
import styles from "./Screen.module.css";

interface ScreenProps {
  title: string;
  /** Before the title: a link to its parent, such as the list. */
  lead?: ReactNode;
  /** Beside the title: a count, an age. */
  aside?: ReactNode;
  /** Filter and buttons, the primary one last. */
  tools?: ReactNode;
  children: ReactNode;
}

/** One screen: the header of 52 px with its one heading, and everything below it. */
export function Screen({ title, lead, aside, tools, children }: ScreenProps) {
  return (
    <>
      <header className={styles.header}>
        {lead && <span className={styles.lead}>{lead}</span>}
        <h1 className={styles.title} title={title}>
          <CutMiddle>{title}</CutMiddle>
        </h1>
        {aside && <span className={styles.aside}>{aside}</span>}
        <div className={styles.tools}>
          {use(HeaderTool)}
          {tools}
        </div>
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}
