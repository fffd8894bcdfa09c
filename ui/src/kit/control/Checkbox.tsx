import { Checkbox as Base } from "@base-ui/react/checkbox";
import { type ReactNode, useId } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Choice.module.css";
import { ChoiceWords, worded } from "./ChoiceWords";

interface CheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  /** Some of what it stands for is chosen. */
  mixed?: boolean;
  disabled?: boolean;
  hint?: ReactNode;
  children: ReactNode;
}

export function Checkbox({
  checked,
  onChange,
  mixed = false,
  disabled = false,
  hint,
  children,
}: CheckboxProps) {
  const id = useId();
  return (
    <label className={cx(styles.choice, disabled && styles.disabled)}>
      <Base.Root
        {...worded(id, hint)}
        checked={checked}
        indeterminate={mixed}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={cx(styles.box)}
      >
        <Base.Indicator className={cx(styles.tick)}>
          {mixed ? <span className={styles.dash} /> : <Icon name="check" className={styles.check} />}
        </Base.Indicator>
      </Base.Root>
      <ChoiceWords id={id} hint={hint}>
        {children}
      </ChoiceWords>
    </label>
  );
}
