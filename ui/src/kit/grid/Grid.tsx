import { memo, useEffect, useId, useMemo, useRef } from "react";
import { cx } from "@/kit/cx";
import { formatBytes } from "@/kit/data/bytes";
import { writeClipboard } from "@/kit/data/clipboard";
import { useCopied } from "@/kit/data/useCopied";
import { VALUE } from "@/kit/words";
import styles from "./Grid.module.css";
import { GridHead } from "./GridHead";
import {
  columnStarts,
  columnWidths,
  type GridColumn,
  type GridOrdering,
  type GridPlace,
  type GridRange,
  type GridValue,
  rowScale,
  tsv,
  widthOf,
} from "./grid";
import { useGridKeys } from "./useGridKeys";
import { useGridView } from "./useGridView";
import { GRID } from "./words";

const ROW = 26;
const HEAD = 42;
const DIGIT = 8;

interface GridProps extends GridOrdering {
  label: string;
  columns: readonly GridColumn[];
  /** Rows that are there. */
  count: number;
  /** More rows may follow. */
  isGrowing?: boolean;
  valueAt(row: number, column: number): GridValue;
  /** Changes whenever values were read. */
  version: number;
  /** Rows that the widths of the columns are made for. */
  sample: ReadonlyArray<readonly GridValue[]>;
  /** Rows came into sight. */
  onShown(rows: GridRange): void;
  /** Reads rows, for the clipboard. */
  readRows(rows: GridRange): Promise<ReadonlyArray<readonly GridValue[]>>;
  onOpen(place: GridPlace): void;
}

/** Values in rows and columns, of which only those in sight are in the page. Arrows move, Enter opens, Ctrl-C copies. */
export function Grid(props: GridProps) {
  const { label, columns, count, isGrowing = false, onShown, readRows, valueAt, onOpen, onOrder } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const widths = useMemo(() => columnWidths(columns, props.sample), [columns, props.sample]);
  const starts = useMemo(() => columnStarts(widths), [widths]);
  const lead = Math.max(3, String(count).length) * DIGIT + 20;
  const layout = useMemo(
    () => ({ count, rowHeight: ROW, headHeight: HEAD, lead, starts }),
    [count, lead, starts],
  );
  const { view, page, show } = useGridView(scroller, layout);
  const wanted = useRef<() => Promise<string>>(undefined);
  const [copied, runCopy] = useCopied(() => writeClipboard(wanted.current?.() ?? ""));
  const copy = (place: GridPlace, rows: GridRange | undefined) => {
    const range = rows ?? { first: place.row, end: place.row + 1 };
    wanted.current = async () => {
      const read = await readRows(range);
      return rows ? tsv(read) : (read[0]?.[place.column]?.text ?? "");
    };
    runCopy();
  };
  const keys = useGridKeys({ rows: count, columns: columns.length, page, show, onOpen, onCopy: copy });
  const { first, end } = view.rows;
  useEffect(() => onShown({ first, end }), [onShown, first, end]);

  const sort = (column: number) => {
    if (scroller.current) scroller.current.scrollTop = 0;
    onOrder?.(column);
  };

  const { height } = rowScale(count, ROW, (scroller.current?.clientHeight ?? 600) - HEAD);
  const width = lead + (starts.at(-1) ?? 0);
  const isShown = keys.active.row >= first && keys.active.row < end;
  const grid = (
    <div
      ref={scroller}
      role="grid"
      className={styles.scroller}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={isGrowing ? -1 : count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={count > 0 && isShown ? cellId(id, keys.active) : undefined}
      onKeyDown={keys.onKeyDown}
      onMouseDown={keys.onMouseDown}
      onDoubleClick={keys.onDoubleClick}
    >
      <GridHead
        columns={columns}
        shown={view.columns}
        starts={starts}
        lead={lead}
        width={width}
        height={HEAD}
        order={props.order}
        onOrder={onOrder && sort}
      />
      <div role="rowgroup" className={styles.body} style={{ height, width }}>
        {Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).map((row) => (
          <Row
            key={row}
            id={id}
            row={row}
            top={row * ROW + view.offset}
            lead={lead}
            width={width}
            starts={starts}
            columns={columns}
            shownFirst={view.columns.first}
            shownEnd={view.columns.end}
            active={keys.active.row === row ? keys.active.column : undefined}
            selected={keys.selected !== undefined && row >= keys.selected.first && row < keys.selected.end}
            valueAt={valueAt}
            version={props.version}
          />
        ))}
      </div>
    </div>
  );
  return (
    <div className={styles.frame}>
      {grid}
      <span role="status" className={styles.copied}>
        {copied === "copied" && VALUE.done}
        {copied === "failed" && VALUE.failed}
      </span>
    </div>
  );
}

const cellId = (id: string, { row, column }: GridPlace) => `${id}-${row}-${column}`;

interface RowProps {
  id: string;
  row: number;
  top: number;
  lead: number;
  width: number;
  starts: readonly number[];
  columns: readonly GridColumn[];
  shownFirst: number;
  shownEnd: number;
  /** The column that the keys are on, in the row where they are. */
  active: number | undefined;
  selected: boolean;
  valueAt(row: number, column: number): GridValue;
  version: number;
}

const Row = memo(function Row(props: RowProps) {
  const { id, row, top, lead, width, starts, columns, shownFirst, shownEnd, active, selected } = props;
  const shown = Array.from({ length: Math.max(0, shownEnd - shownFirst) }, (_, at) => shownFirst + at);
  if (active !== undefined && active < shownFirst) shown.unshift(active);
  if (active !== undefined && active >= shownEnd && active < columns.length) shown.push(active);
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-selected={selected}
      data-row={row}
      className={cx(styles.row, selected && styles.selected)}
      style={{ transform: `translateY(${top}px)`, width, height: ROW }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-column={-1}
        className={styles.number}
        style={{ width: lead }}
      >
        {row + 1}
      </div>
      {shown.map((column) => (
        <div
          key={column}
          id={cellId(id, { row, column })}
          role="gridcell"
          aria-colindex={column + 2}
          data-column={column}
          className={cx(
            styles.cell,
            columns[column]?.align === "end" && styles.end,
            column === active && styles.active,
          )}
          style={{ left: lead + (starts[column] ?? 0), width: widthOf(starts, column) }}
        >
          <Value value={props.valueAt(row, column)} />
        </div>
      ))}
    </div>
  );
});

/** Letters of a value that are put into the page. */
const SHOWN = 400;

function Value({ value }: { value: GridValue }) {
  if (value === undefined) return <span className={styles.waiting} />;
  if (value === null) return <i className={styles.none}>{GRID.none}</i>;
  if (value.text === "") return <span className={styles.none}>{GRID.empty}</span>;
  const line = value.text.length > SHOWN ? value.text.slice(0, SHOWN) : value.text;
  return (
    <>
      {line.replace(/\r?\n/g, "↵")}
      {value.wholeBytes !== undefined && (
        <small className={styles.cut}>{GRID.cut(formatBytes(value.wholeBytes))}</small>
      )}
    </>
  );
}
