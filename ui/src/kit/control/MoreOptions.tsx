import { type ReactNode, useId, useState } from "react";
import { FoldHead } from "@/kit/layout/FoldHead";
import { FIELD } from "@/kit/words";
import styles from "./MoreOptions.module.css";

/** Stays with what stands before it when the line breaks. */
const SEPARATOR = "\u00a0· ";

interface MoreOptionsProps {
  label?: string;
  /** What stands in the folded fields, defaults written out: "Size: 0.25–2 CU". */
  summary: readonly string[];
  /** One of the fields is at fault, so they must be seen. */
  hasErrors?: boolean;
  children: ReactNode;
}

/** Fields that are rarely needed: folded, with what stands in them beside the fold. */
export function MoreOptions({ label = FIELD.more, summary, hasErrors = false, children }: MoreOptionsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (hasErrors && !open) setOpen(true);
  return (
    <section className={styles.part} aria-label={label}>
      <FoldHead label={label} size="normal" open={open} onOpen={setOpen} controls={id} />
      {!open && <p className={styles.summary}>{summary.join(SEPARATOR)}</p>}
      {/* Kept while it is folded: what was typed there stays, and counts as filled in. */}
      <div id={id} hidden={!open} className={styles.fields}>
        {children}
      </div>
    </section>
  );
}
