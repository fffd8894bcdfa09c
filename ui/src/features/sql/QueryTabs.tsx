import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { ConnectSource, SqlTabView } from "@/ipc/generated";
import { pressedKey } from "@/kit/action/pressedKey";
import { IconButton } from "@/kit/control/IconButton";
import { TextInput } from "@/kit/control/TextInput";
import { cx } from "@/kit/cx";
import { Menu } from "@/kit/overlay/Menu";
import { MenuGroup, MenuItem } from "@/kit/overlay/MenuItem";
import styles from "./Sql.module.css";
import type { useQueries } from "./useQueries";
import { EDITOR } from "./words";

interface QueryTabsProps {
  queries: ReturnType<typeof useQueries>;
  /** The database of the active query, which a new one gets. */
  source: ConnectSource | undefined;
  /** Selects for the database of the active query. */
  children: ReactNode;
}

/** The tabs of the queries. Arrows move between them, F2 renames one, Delete closes one. */
export function QueryTabs({ queries, source, children }: QueryTabsProps) {
  const { tabs, others, active, choose, add, close, rename } = queries;
  const [isNaming, setNaming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.indexOf(active);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
    const tab = next === undefined ? undefined : tabs[next];
    if (tab) {
      choose(tab.id);
      list.current?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(tab)]?.focus();
    } else if (key === "F2") setNaming(true);
    else if (key === "Delete") close(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.queries}>
      <div
        ref={list}
        role="tablist"
        aria-label={EDITOR.tabs}
        className={styles.tablist}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            aria-selected={tab === active}
            tabIndex={tab === active ? 0 : -1}
            className={cx(styles.query, tab === active && styles.chosen)}
            title={EDITOR.renameHint}
            onClick={() => choose(tab.id)}
            onDoubleClick={() => setNaming(true)}
          >
            {tab.name ?? EDITOR.name(index + 1)}
          </button>
        ))}
      </div>
      {isNaming && (
        <NameField
          key={active.id}
          name={active.name ?? EDITOR.name(at + 1)}
          onName={(name) => {
            setNaming(false);
            if (name !== "") rename(active, name);
          }}
        />
      )}
      <IconButton
        icon="close"
        size="small"
        label={EDITOR.close(active.name ?? EDITOR.name(at + 1))}
        onClick={() => close(active)}
      />
      <IconButton icon="plus" size="small" label={EDITOR.add} onClick={() => add(source)} />
      {others.length > 0 && <OtherQueries others={others} onCopy={(text) => add(source, text)} />}
      <span className="ui-space" />
      {children}
    </div>
  );
}

interface NameFieldProps {
  name: string;
  /** Gets the new name, or an empty one where it stays as it is. */
  onName(name: string): void;
}

/** The name of a query while it is typed. Enter takes it, Esc leaves it as it was. */
function NameField({ name, onName }: NameFieldProps) {
  const [typed, setTyped] = useState(name);
  const isOver = useRef(false);
  const end = (next: string) => {
    // The field may lose the focus once more when it goes.
    if (!isOver.current) onName(next);
    isOver.current = true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === "Enter") end(typed.trim());
    else if (key === "Escape") end("");
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.pick}>
      <TextInput
        aria-label={EDITOR.rename}
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        onBlur={() => end(typed.trim())}
        autoFocus
      />
    </div>
  );
}

interface OtherQueriesProps {
  others: readonly SqlTabView[];
  onCopy(text: string): void;
}

/** Copies queries of other databases, also of those that are gone. */
function OtherQueries({ others, onCopy }: OtherQueriesProps) {
  return (
    <Menu align="start" trigger={<IconButton icon="ellipsis" size="small" label={EDITOR.others} />}>
      <MenuGroup label={EDITOR.others}>
        {others.map(({ id, name, text }) => (
          <MenuItem key={id} onSelect={() => onCopy(text)}>
            {name} <small className="ui-faint">{EDITOR.excerpt(text)}</small>
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
