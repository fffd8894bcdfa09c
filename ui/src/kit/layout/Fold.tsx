import { type ReactNode, useId, useState } from "react";
import styles from "./Fold.module.css";
import { FoldHead } from "./FoldHead";

interface FoldProps {
  label: string;
  children: ReactNode;
}

/** What only some need: one line, and the rest after a click on it. */
export function Fold({ label, children }: FoldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.fold}>
      <FoldHead label={label} size="small" open={open} onOpen={setOpen} controls={open ? id : undefined} />
      {open && (
        <div id={id} className={styles.body}>
          {children}
        </div>
      )}
    </div>
  );
}
