import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TableKind, TableView } from "@/ipc/generated";
import { pressedKey } from "@/kit/action/pressedKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { cx } from "@/kit/cx";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { NothingFits } from "@/kit/state/NothingFits";
import { useWindow } from "@/kit/table/useWindow";
import { SEARCH } from "@/kit/words";
import { filtered, isSameTable, type TableName } from "./query";
import styles from "./Tables.module.css";
import { countWords, factsWords, LIST } from "./words";

const ROW = 42;
const DRAWN_WHOLE = 30;

const ICONS: Record<TableKind, IconName> = {
  table: "table",
  partitioned: "columns",
  view: "eye",
  materializedView: "archive",
  foreign: "external",
  sequence: "arrowRight",
};

interface TableListProps {
  tables: readonly TableView[];
  open: TableName | undefined;
  onOpen(table: TableName): void;
  tools: ReactNode;
}

/** The tables of a database by schema, with a filter. Arrows move, Enter opens. */
export function TableList({ tables, open, onOpen, tools }: TableListProps) {
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const shown = useMemo(() => filtered(tables, wanted), [tables, wanted]);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    const [first] = filtered(tables, typed);
    if (key === "ArrowDown") list.current?.focus();
    else if (key === "Enter" && first) onOpen(first);
    else return;
    event.preventDefault();
  };
  return (
    <section aria-label={LIST.label} className={styles.list}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to keys of the field inside */}
      <div className={styles.filter} onKeyDown={onKeyDown}>
        <SearchInput label={LIST.filter} value={typed} onChange={setTyped} shortcut />
        {tools}
      </div>
      <p role="status" className={styles.count}>
        {countWords(shown.length, tables.length)}
      </p>
      {shown.length === 0 ? (
        <NothingFits>{SEARCH.noMatches(wanted)}</NothingFits>
      ) : (
        <Rows key={wanted} list={list} tables={shown} open={open} onOpen={onOpen} />
      )}
    </section>
  );
}

interface RowsProps extends Pick<TableListProps, "tables" | "open" | "onOpen"> {
  list: React.RefObject<HTMLDivElement | null>;
}

function Rows({ list, tables, open, onOpen }: RowsProps) {
  const id = useId();
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      tables.findIndex((each) => isSameTable(each, open)),
    ),
  );
  const lines = useMemo(() => linesOf(tables), [tables]);
  const openLine = useRef(lines.findIndex(({ table }) => table && isSameTable(table, open)));
  useLayoutEffect(() => {
    if (list.current && openLine.current > 0) scrollTo(list.current, openLine.current);
  }, [list]);
  const { first, end } = useWindow(list, lines.length, ROW, DRAWN_WHOLE);
  const at = Math.min(active, tables.length - 1);
  const move = (next: number) => {
    const index = Math.min(tables.length - 1, Math.max(0, next));
    setActive(index);
    const line = lines.findIndex((each) => each.index === index);
    if (list.current) scrollTo(list.current, line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / ROW) - 1);
    const key = pressedKey(event);
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: tables.length - 1,
    }[key];
    const table = tables[at];
    if (next !== undefined) move(next);
    else if ((key === "Enter" || key === " ") && table) onOpen(table);
    else return;
    event.preventDefault();
  };
  const drawn = lines.slice(first, end);
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={LIST.label}
      aria-activedescendant={drawn.some(({ index }) => index === at) ? `${id}-${at}` : undefined}
      className={styles.rows}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.all} style={{ height: lines.length * ROW }}>
        {drawn.map(({ schema, table, index }, place) => {
          const style = { transform: `translateY(${(first + place) * ROW}px)`, height: ROW };
          if (!table) {
            return (
              <div key={`s ${schema}`} role="presentation" className={styles.schema} style={style}>
                {schema}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
            <div
              key={`t ${schema} ${table.name}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isSameTable(table, open)}
              aria-setsize={tables.length}
              aria-posinset={index + 1}
              className={cx(
                styles.row,
                index === at && styles.active,
                isSameTable(table, open) && styles.chosen,
              )}
              style={style}
              title={table.comment ?? undefined}
              onClick={() => {
                setActive(index);
                onOpen(table);
              }}
            >
              <Icon name={ICONS[table.kind]} />
              <span className={styles.name}>
                <CutMiddle>{table.name}</CutMiddle>
              </span>
              <small>{factsWords(table.kind, table.estimatedRows, table.bytes)}</small>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A table, or the name of a schema above its tables. */
interface Line {
  schema: string;
  table?: TableView;
  /** The place among the tables; -1 for a schema. */
  index: number;
}

function linesOf(tables: readonly TableView[]): readonly Line[] {
  const lines: Line[] = [];
  tables.forEach((table, index) => {
    const { schema } = table;
    if (lines.at(-1)?.schema !== schema) lines.push({ schema, index: -1 });
    lines.push({ schema, table, index });
  });
  return lines;
}

function scrollTo(list: HTMLElement, line: number) {
  const top = line * ROW;
  if (top < list.scrollTop) list.scrollTop = Math.max(0, top - ROW);
  else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
}
