import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { cx } from "@/kit/cx";
import styles from "./Segmented.module.css";

interface SegmentedProps<Value extends string> {
  label: string;
  options: ReadonlyArray<{ value: Value; label: string }>;
  value: Value;
  onChange(value: NoInfer<Value>): void;
}

/** One of a few short words in a row: System, Light, Dark. Arrows move. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      aria-label={label}
      className={cx(styles.group)}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          nativeButton
          render={<button type="button" />}
          className={cx(styles.segment)}
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
