import { type KeyboardEvent, type ReactNode, useRef } from "react";
import type { ConnectSource, SqlTabView } from "@/ipc/generated";
import { pressedKey } from "@/kit/action/pressedKey";
import { IconButton } from "@/kit/control/IconButton";
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

/** The tabs of the queries. Arrows move between them, Delete closes one. */
export function QueryTabs({ queries, source, children }: QueryTabsProps) {
  const { tabs, others, active, choose, add, close } = queries;
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.indexOf(active);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
    const tab = next === undefined ? undefined : tabs[next];
    if (tab) {
      choose(tab.id);
      list.current?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(tab)]?.focus();
    } else if (key === "Delete") close(active);
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
            onClick={() => choose(tab.id)}
          >
            {tab.name ?? EDITOR.name(index + 1)}
          </button>
        ))}
      </div>
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
