import type { CSSProperties } from "react";
import { cx } from "@/kit/cx";
import { STATE } from "@/kit/words";
import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** What is being loaded, for screen readers. */
  label: string;
  /** The shape of what will stand here. */
  shape?: "rows" | "tall-rows" | "card" | "text";
  count?: number;
}

/** The shape of what is coming. Appears only after 150 ms, so that what is quick does not flicker. */
export function Skeleton({ label, shape = "rows", count = 6 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status" aria-label={STATE.loading(label)} data-passing>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place
        <div key={index} className={cx(styles.item, styles[shape])}>
          <Bar width={`${38 + ((index * 17) % 30)}%`} />
          {shape !== "text" && <Bar width={`${18 + ((index * 11) % 14)}%`} />}
        </div>
      ))}
    </div>
  );
}

function Bar({ width }: { width: CSSProperties["width"] }) {
  return <span className={styles.bar} style={{ width }} />;
}
