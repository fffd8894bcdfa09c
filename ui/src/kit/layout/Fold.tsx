import { type ReactNode, useId, useState } from "react";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Fold.module.css";

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
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? "chevronDown" : "chevronRight"} className={styles.sign} />
        {label}
      </button>
      {open && (
        <div id={id} className={styles.body}>
          {children}
        </div>
      )}
    </div>
  );
}
