import { computeLook } from "@/features/computes/words";
import type { ComputeView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import styles from "./Branches.module.css";

/** How the computes of a branch stand: the writable one, and how many more there are. */
export function ComputeWords({ computes }: { computes: readonly ComputeView[] | undefined }) {
  if (!computes) return <span className={styles.quiet}>…</span>;
  const first = computes.find(({ isWritable }) => isWritable) ?? computes[0];
  if (!first) return <span className={styles.quiet}>none</span>;
  const look = computeLook(first);
  return (
    <span className={styles.line}>
      <Pill tone={look.tone}>{look.word}</Pill>
      {computes.length > 1 && <span className={styles.quiet}>+{computes.length - 1}</span>}
    </span>
  );
}
