import { type KeyboardEvent, type RefObject, useRef } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { FILTER_KEY, useFilterKey } from "@/kit/action/useFilterKey";
import { KeyHint } from "@/kit/data/KeyHint";
import { Icon } from "@/kit/icon/Icon";
import { tableBelow } from "@/kit/table/entry";
import { SEARCH } from "@/kit/words";
import styles from "./SearchInput.module.css";

interface SearchInputProps {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** Whether `/` leads here from anywhere on the screen; it is shown while the field is empty. */
  shortcut?: boolean;
  field?: RefObject<HTMLInputElement | null>;
}

/** The filter of a list. Esc empties it, a second Esc leaves it; arrow down and Enter lead into the table below. */
export function SearchInput(props: SearchInputProps) {
  const { label, value, onChange, placeholder = SEARCH.filter, shortcut = false, field } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  useFilterKey(input, shortcut);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressedKey(event);
    if (key === "Escape") {
      event.stopPropagation();
      if (value) onChange("");
      else input.current?.blur();
    }
    const leads = key === "ArrowDown" || key === "Enter";
    const table = leads ? tableBelow(event.currentTarget) : undefined;
    if (!table) return;
    event.preventDefault();
    if (key === "Enter") table.enter();
    else table.first();
  };
  return (
    <label className={styles.box}>
      <Icon name="search" className="ui-faint" />
      <input
        ref={input}
        type="text"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={styles.input}
      />
      {value ? (
        <button type="button" className={styles.clear} aria-label={SEARCH.clear} onClick={() => onChange("")}>
          <Icon name="close" />
        </button>
      ) : (
        shortcut && <KeyHint shortcut={FILTER_KEY} />
      )}
    </label>
  );
}
