import { Select as Base } from "@base-ui/react/select";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Select.module.css";

export interface Option<Value extends string> {
  value: Value;
  label: string;
  /** A second line in the list. */
  detail?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  options: ReadonlyArray<Option<Value>>;
  value: Value | null;
  onChange(value: NoInfer<Value>): void;
  /** The name for screen readers where no Field gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** Chooses one of a list. Typing jumps, arrows move. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, label, placeholder = "Choose…", disabled = false } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next: Value | null) => next !== null && onChange(next)}
    >
      <Base.Trigger className={cx(styles.trigger)} aria-label={label}>
        <Base.Value className={cx(styles.value)} placeholder={placeholder} />
        <Icon name="chevronDown" className={styles.arrow} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={cx(styles.positioner)} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={cx(styles.popup)}>
            <Base.List className={cx(styles.list)}>
              {options.map((option) => (
                <Line key={option.value} option={option} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Line<Value extends string>({ option }: { option: Option<Value> }) {
  return (
    <Base.Item value={option.value} disabled={option.disabled ?? false} className={cx(styles.item)}>
      <span className={styles.tick}>
        <Base.ItemIndicator>
          <Icon name="check" />
        </Base.ItemIndicator>
      </span>
      <span className="ui-shrinks">
        <Base.ItemText>{option.label}</Base.ItemText>
        {option.detail && <small className="ui-faint-line">{option.detail}</small>}
      </span>
    </Base.Item>
  );
}
