import type { BranchView } from "@/ipc/generated";
import styles from "./Branches.module.css";
import { marksOf } from "./words";

/** What marks a branch, as small words beside its name. */
export function Marks({ branch }: { branch: BranchView }) {
  return marksOf(branch).map((mark) => (
    <span key={mark} className={styles.mark}>
      {mark}
    </span>
  ));
}
