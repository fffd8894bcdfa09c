import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./FoldHead.module.css";

interface FoldHeadProps {
  label: string;
  size: "small" | "normal";
  open: boolean;
  onOpen(open: boolean): void;
  /** The id of what is folded, while it is on the page. */
  controls: string | undefined;
}

/** The line that opens what is folded below it. */
export function FoldHead({ label, size, open, onOpen, controls }: FoldHeadProps) {
  return (
    <button
      type="button"
      className={cx(styles.head, styles[size])}
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onOpen(!open)}
    >
      <Icon name={open ? "chevronDown" : "chevronRight"} className={styles.sign} />
      {label}
    </button>
  );
}
