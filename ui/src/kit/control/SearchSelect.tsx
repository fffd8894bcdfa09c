import { Combobox as Base } from "@base-ui/react/combobox";
import { useMemo, useState } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { FIELD, SEARCH } from "@/kit/words";
import styles from "./Select.module.css";
import type { Option, SelectProps } from "./selectProps";

/** A list is drawn as far as anybody reads one; what lies beyond is found by typing. */
const MOST = 100;

/** A `Select` of many: its list opens under a field that finds. */
export function SearchSelect<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, label, placeholder = FIELD.choose, disabled = false } = props;
  const [typed, setTyped] = useState("");
  const chosen = options.find((option) => option.value === value) ?? null;
  const fitting = useMemo(() => fittingOf(options, typed), [options, typed]);
  const shown = useMemo(() => shownOf(fitting, value), [fitting, value]);
  return (
    <Base.Root
      items={options}
      filteredItems={shown}
      value={chosen}
      isItemEqualToValue={(one, other) => one?.value === other?.value}
      inputValue={typed}
      onInputValueChange={setTyped}
      onValueChange={(next: Option<Value> | null) => next && onChange(next.value)}
      autoHighlight
      disabled={disabled}
    >
      <Base.Trigger className={cx(styles.trigger)} aria-label={label}>
        <span className={styles.value} data-placeholder={chosen ? undefined : ""}>
          {chosen?.label ?? placeholder}
        </span>
        <Icon name="chevronDown" className={styles.arrow} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={cx(styles.positioner)} sideOffset={4} align="start">
          <Base.Popup className={cx(styles.popup, styles.searched)} aria-label={label ?? SEARCH.options}>
            <div className={styles.search}>
              <Icon name="search" className="ui-faint" />
              <Base.Input className={cx(styles.input)} placeholder={SEARCH.search} aria-label={label} />
            </div>
            <Base.Empty className={cx(styles.empty)}>{SEARCH.noMatches(typed.trim())}</Base.Empty>
            <Base.List className={cx(styles.list)}>
              {(option: Option<Value>) => <Line key={option.value} option={option} />}
            </Base.List>
            <Base.Status className={cx(styles.more)}>
              {fitting.length > MOST && SEARCH.first(MOST)}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Line<Value extends string>({ option }: { option: Option<Value> }) {
  return (
    <Base.Item value={option} disabled={option.disabled ?? false} className={cx(styles.item)}>
      <span className={styles.tick}>
        <Base.ItemIndicator>
          <Icon name="check" />
        </Base.ItemIndicator>
      </span>
      <span className="ui-shrinks">
        <span>{option.label}</span>
        {option.detail && <small className="ui-faint-line">{option.detail}</small>}
      </span>
    </Base.Item>
  );
}

/** Those whose words hold what was typed; whose name begins with it first. */
function fittingOf<Value extends string>(
  options: ReadonlyArray<Option<Value>>,
  typed: string,
): ReadonlyArray<Option<Value>> {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return options;
  const first: Array<Option<Value>> = [];
  const other: Array<Option<Value>> = [];
  for (const option of options) {
    const { label, detail = "", value } = option;
    if (label.toLowerCase().startsWith(wanted)) first.push(option);
    else if (`${label} ${detail} ${value}`.toLowerCase().includes(wanted)) other.push(option);
  }
  return [...first, ...other];
}

/** What is chosen is in sight however far down it stands. */
function shownOf<Value extends string>(fitting: ReadonlyArray<Option<Value>>, value: Value | null) {
  const shown = fitting.slice(0, MOST);
  const beyond = fitting.slice(MOST).find((option) => option.value === value);
  return beyond ? [beyond, ...shown.slice(0, MOST - 1)] : shown;
}
