import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";
import { cx } from "@/kit/cx";
import styles from "./Choice.module.css";
import { ChoiceWords, worded } from "./ChoiceWords";

interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode | undefined;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  label: string;
  options: ReadonlyArray<RadioOption<Value>>;
  value: Value;
  onChange(value: NoInfer<Value>): void;
  disabled?: boolean;
  /** Each in a box of its own, for choices that take some reading. */
  cards?: boolean;
}

/** One of a few, all of them in sight. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange, disabled = false, cards = false } = props;
  const id = useId();
  return (
    <Base
      value={value}
      disabled={disabled}
      onValueChange={(next: Value) => onChange(next)}
      aria-labelledby={id}
      className={cx(styles.group)}
    >
      <span id={id} className={styles.legend}>
        {label}
      </span>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            styles.choice,
            cards && styles.card,
            (disabled || option.disabled) && styles.disabled,
          )}
        >
          <Radio.Root
            {...worded(`${id}-${option.value}`, option.hint)}
            value={option.value}
            disabled={option.disabled ?? false}
            className={cx(styles.box, styles.round)}
          >
            <Radio.Indicator className={cx(styles.dot)} />
          </Radio.Root>
          <ChoiceWords id={`${id}-${option.value}`} hint={option.hint}>
            {option.label}
          </ChoiceWords>
        </label>
      ))}
    </Base>
  );
}
