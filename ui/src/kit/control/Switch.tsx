import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";
import { cx } from "@/kit/cx";
import styles from "./Choice.module.css";
import { ChoiceWords, worded } from "./ChoiceWords";

interface SwitchProps {
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  hint?: ReactNode;
  children: ReactNode;
}

/** Something that is on or off, and takes effect at once. */
export function Switch({ checked, onChange, disabled = false, hint, children }: SwitchProps) {
  const id = useId();
  return (
    <label className={cx(styles.choice, disabled && styles.disabled)}>
      <Base.Root
        {...worded(id, hint)}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={cx(styles.switch)}
      >
        <Base.Thumb className={cx(styles.thumb)} />
      </Base.Root>
      <ChoiceWords id={id} hint={hint}>
        {children}
      </ChoiceWords>
    </label>
  );
}
