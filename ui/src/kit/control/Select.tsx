import { Select as Base } from "@base-ui/react/select";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { FIELD } from "@/kit/words";
import { SearchSelect } from "./SearchSelect";
import styles from "./Select.module.css";
import type { Option, SelectProps } from "./selectProps";

export type { Option } from "./selectProps";

/** From how many options on one would rather type than look. */
const SEARCHED_FROM = 13;

/** Chooses one of a list. Typing jumps, arrows move; a long list opens under a field that finds. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  return props.options.length < SEARCHED_FROM ? <ShortSelect {...props} /> : <SearchSelect {...props} />;
}

function ShortSelect<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, label, placeholder = FIELD.choose, disabled = false } = props;
  const chosen = options.some((option) => option.value === value) ? value : null;
  return (
    <Base.Root
      items={options}
      value={chosen}
      itemToStringValue={keyOf}
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

/** An empty string would count as no choice: the placeholder would stand in place of "All branches". */
const keyOf = <Value extends string>(value: Value | null): string => `=${value}`;

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
