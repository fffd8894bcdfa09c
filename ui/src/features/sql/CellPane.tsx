import { type KeyboardEvent, useEffect, useRef } from "react";
import type { SqlColumnView } from "@/ipc/generated";
import { pressedKey } from "@/kit/action/pressedKey";
import { IconButton } from "@/kit/control/IconButton";
import { CopyButton } from "@/kit/data/CopyButton";
import { writeClipboard } from "@/kit/data/clipboard";
import type { GridValue } from "@/kit/grid/grid";
import styles from "./Sql.module.css";
import { CELL } from "./words";

interface CellPaneProps {
  column: SqlColumnView;
  row: number;
  value: GridValue;
  onClose(): void;
}

/** A whole cell beside the rows. Esc closes it. */
export function CellPane({ column, row, value, onClose }: CellPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    pane.current?.focus();
  }, []);
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== "Escape") return;
    event.preventDefault();
    close();
  };
  const text = value ? readable(value.text, column.typeName) : "";
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label={CELL.label(column.name, row + 1)}
      className={styles.cell}
      onKeyDown={onKeyDown}
    >
      <header>
        <b className="ui-rest">{column.name}</b>
        <small>{column.typeName}</small>
        {value && <CopyButton what={CELL.value} copy={() => writeClipboard(value.text)} />}
        <IconButton icon="close" size="small" label={CELL.close} onClick={close} />
      </header>
      {value?.wholeBytes !== undefined && (
        <p className={styles.tag}>
          {CELL.cut(new TextEncoder().encode(value.text).length, value.wholeBytes)}
        </p>
      )}
      {value?.text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keys
        <pre tabIndex={0}>{text}</pre>
      ) : (
        <p className={styles.tag}>{value ? CELL.empty : CELL.none}</p>
      )}
    </aside>
  );
}

/** JSON with a line for each part; any other value as it is. */
function readable(text: string, typeName: string): string {
  if (!/^jsonb?$/.test(typeName)) return text;
  try {
    // Numbers that JavaScript would round are left as they are.
    if (/\d{16,}/.test(text)) return text;
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
