import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./TickBox.module.css";

interface TickBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onChange(checked: boolean): void;
  /** -1 where other keys lead to it or tick. */
  tabIndex?: number;
  "data-stop"?: string;
}

/** A checkbox without words, for tables: one element of its own, since rows come and go as the table scrolls. */
export function TickBox({ label, checked, mixed = false, onChange, ...place }: TickBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={mixed && !checked ? "mixed" : checked}
      {...place}
      onClick={() => onChange(!checked)}
      className={styles.target}
    >
      <span className={cx(styles.box, (checked || mixed) && styles.on)}>
        {checked ? <Icon name="check" className={styles.check} /> : mixed && <span className={styles.dash} />}
      </span>
    </button>
  );
}
