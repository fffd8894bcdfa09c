import type { KeyRowView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { currentTime } from "@/time/clock";
import styles from "./Keys.module.css";
import { unusedWord, usedLook } from "./words";

interface KeyMarksProps {
  row: KeyRowView;
  /** How far the account's clock is ahead of this machine's, in milliseconds. */
  clockOffset: number;
}

/** What to know before a key is revoked: who uses it here, or that nobody ever did. */
export function KeyMarks({ row, clockOffset }: KeyMarksProps) {
  const [first, ...more] = row.usedBy.map(usedLook);
  if (first) {
    return (
      <span className={styles.marks} title={[first, ...more].map(({ word }) => word).join("\n")}>
        <Pill tone={first.tone}>{first.word}</Pill>
        {more.length > 0 && <small className={styles.quiet}>and {more.length} more</small>}
      </span>
    );
  }
  if (!row.isUnused) return null;
  const words = unusedWord(row, currentTime() + clockOffset);
  return (
    <span className={styles.marks} title={words}>
      <Pill tone="warning">{words}</Pill>
    </span>
  );
}
