import { Checkbox } from "@base-ui/react/checkbox";
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

/** A checkbox without words, for tables. */
export function TickBox({ label, checked, mixed = false, onChange, byRow = false }: TickBoxProps) {
  return (
    <Checkbox.Root
      aria-label={label}
      checked={checked}
      indeterminate={mixed && !checked}
      tabIndex={byRow ? -1 : 0}
      onCheckedChange={(next) => onChange(next)}
      onClick={(event) => event.stopPropagation()}
      className={cx(styles.target)}
    >
      <span className={cx(styles.box, (checked || mixed) && styles.on)}>
        {checked ? <Icon name="check" className={styles.check} /> : mixed && <span className={styles.dash} />}
      </span>
    </Checkbox.Root>
  );
}
