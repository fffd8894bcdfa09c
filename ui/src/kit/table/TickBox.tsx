import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./TickBox.module.css";

interface TickBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onChange(checked: boolean): void;
  /** Out of the Tab order, where the row's own keys tick. */
  byRow?: boolean;
}

/** A checkbox without words, for tables: one element of its own, since rows come and go as the table scrolls. */
export function TickBox({ label, checked, mixed = false, onChange, byRow = false }: TickBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={mixed && !checked ? "mixed" : checked}
      tabIndex={byRow ? -1 : 0}
      onClick={() => onChange(!checked)}
      className={styles.target}
    >
      <span className={cx(styles.box, (checked || mixed) && styles.on)}>
        {checked ? <Icon name="check" className={styles.check} /> : mixed && <span className={styles.dash} />}
      </span>
    </button>
  );
}
