import { type MouseEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "@/kit/cx";
import { ContextMenu } from "@/kit/overlay/ContextMenu";
import { LIST } from "@/kit/words";
import type { Column, TableProps } from "./columns";
import { useRowHeight } from "./density";
import { useTableEntry } from "./entry";
import { useHeldRows } from "./heldRows";
import { useRowsInSteps } from "./longLists";
import { ROWS } from "./pointed";
import { RowGone } from "./rowGone";
import { useScrollAnchor } from "./scrollAnchor";
import { nextSlots, type Slot } from "./slots";
import styles from "./Table.module.css";
import { TableHeader } from "./TableHeader";
import { TickBox } from "./TickBox";
import { useColumns } from "./useColumns";
import { useRowKeys } from "./useRowKeys";
import { useTicks, useTicksOfAll } from "./useTicks";
import { useWindow } from "./useWindow";

/** A grid of rows: arrows move, Enter opens, Space ticks. Of many rows only those in sight are in the page. */
export function Table<Row>(given: TableProps<Row>) {
  const { label, ticked, tall = false, contextMenu, selection } = given;
  const rowHeight = useRowHeight(tall);
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, gone, isWaiting, onKeysMoved } = useHeldRows(scroller, given);
  const props = { ...given, rows };
  useScrollAnchor(scroller, rowHeight, props);
  const grid = useRef<HTMLDivElement>(null);
  const [pointedAt, setPointedAt] = useState<Row>();
  const { tick, tickAll } = useTicks(props, gone);
  const keys = useRowKeys({ scroller, rowHeight, tick, tickAll, gone, onKeysMoved, props });
  const { shown, template, end, ...layout } = useColumns(scroller, props);
  const ticks = useTicksOfAll(rows.length, ticked?.size, tickAll);
  const selecting = Boolean(selection);
  const most = useRowsInSteps(rows.length);
  useTableEntry(grid, keys);
  useFocusAfter(selecting, keys.focus);

  const body = (
    <div
      role="rowgroup"
      className={styles.body}
      style={{ height: rows.length * rowHeight }}
      {...ROWS}
      data-held={isWaiting || undefined}
      onContextMenuCapture={(event: MouseEvent) => setPointedAt(() => keys.rowAt(event.target))}
    >
      {template !== undefined && most > 0 && (
        <Rows
          {...props}
          columns={shown}
          rowHeight={rowHeight}
          scroller={scroller}
          most={most}
          active={keys.active}
          gone={gone}
          onTick={tick}
        />
      )}
    </div>
  );
  return (
    <div ref={scroller} className={cx(styles.scroller, tall && styles.tall)} style={{ "--tracks": template }}>
      {selecting && <div className={styles.selection}>{selection}</div>}
      <div
        ref={grid}
        role="grid"
        {...(props.tree && { role: "treegrid" })}
        aria-label={label}
        aria-rowcount={props.total === "unknown" ? -1 : (props.total ?? rows.length) + 1}
        aria-multiselectable={ticked !== undefined || undefined}
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onClick}
        onDoubleClick={keys.onDoubleClick}
      >
        <div role="rowgroup" className={styles.head}>
          <TableHeader
            columns={shown}
            sort={props.sort}
            onSort={props.onSort}
            ticks={ticks}
            end={end}
            covered={selecting}
            {...layout}
          />
        </div>
        {contextMenu ? (
          <ContextMenu area={body}>
            {pointedAt !== undefined && (
              <RowGone value={gone.has(props.rowKey(pointedAt))}>{contextMenu(pointedAt)}</RowGone>
            )}
          </ContextMenu>
        ) : (
          body
        )}
      </div>
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </div>
  );
}

/** Brings the focus into the table when what had it is gone with the selection. */
function useFocusAfter(selecting: boolean, focus: () => void) {
  const before = useRef(selecting);
  useEffect(() => {
    if (before.current && !selecting && document.activeElement === document.body) focus();
    before.current = selecting;
  });
}

interface RowsProps<Row> extends Omit<TableProps<Row>, "onTick"> {
  rowHeight: number;
  scroller: React.RefObject<HTMLDivElement | null>;
  /** How many may be drawn. */
  most: number;
  active: number;
  /** The keys of rows that left the list and keep their places for now. */
  gone: ReadonlySet<string>;
  onTick(key: string): void;
}

/** The rows in sight, and the one that the keys are on wherever it is: the focus must not vanish with it. */
function Rows<Row>({ rowHeight, scroller, most, active, gone, onTick, ...props }: RowsProps<Row>) {
  const { first, end: last } = useWindow(scroller, props.rows.length, rowHeight, props.virtualFrom);
  const end = Math.min(last, first + most);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (active < first) indexes.unshift(active);
  if (active >= end && active < props.rows.length) indexes.push(active);
  const drawn = indexes.flatMap((index) => {
    const row = props.rows[index];
    return row === undefined ? [] : [{ row, index, key: props.rowKey(row) }];
  });
  const slots = useSlots(
    drawn.map(({ key }) => key),
    drawn.find(({ index }) => index === active)?.key,
  );
  return drawn.map(({ row, index, key }, position) => (
    <TableRow
      key={slots[position]?.number}
      row={row}
      rowKey={key}
      index={index}
      top={index * rowHeight}
      columns={props.columns}
      active={index === active}
      gone={gone.has(key)}
      selected={key === props.selected}
      ticked={props.ticked?.has(key)}
      onTick={onTick}
      rowMenu={props.rowMenu}
      tree={props.tree}
    />
  ));
}

/** Which elements the rows are drawn with, as `nextSlots` hands them on. The row that the keys were on keeps its own. */
function useSlots(keys: readonly string[], active: string | undefined): readonly Slot[] {
  const last = useRef<{ slots: readonly Slot[]; active: string | undefined }>({
    slots: [],
    active: undefined,
  });
  const slots = nextSlots(last.current.slots, keys, last.current.active);
  useLayoutEffect(() => {
    last.current = { slots, active };
  });
  return slots;
}

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  index: number;
  top: number;
  columns: ReadonlyArray<Column<Row>>;
  active: boolean;
  /** It left the list and keeps its place for now. */
  gone: boolean;
  selected: boolean;
  /** Absent when rows are not ticked. */
  ticked: boolean | undefined;
  onTick(key: string): void;
  rowMenu: TableProps<Row>["rowMenu"];
  tree: TableProps<Row>["tree"];
}

function PlainRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, rowKey, index, top, columns, active, gone, selected, ticked, onTick, rowMenu } = props;
  const position = props.tree?.positionOf(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked ?? selected}
      aria-level={position?.level}
      aria-posinset={position?.position}
      aria-setsize={position?.of}
      aria-expanded={position?.open}
      aria-disabled={gone || undefined}
      title={gone ? LIST.gone : undefined}
      data-key={rowKey}
      data-index={index}
      tabIndex={active ? 0 : -1}
      className={cx(styles.row, selected && styles.selected, ticked && styles.ticked, gone && styles.gone)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {ticked !== undefined && (
        <span role="gridcell" className={styles.cell} inert={gone}>
          <TickBox label={LIST.selectRow} checked={ticked} tabIndex={-1} onChange={() => onTick(rowKey)} />
        </span>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row);
        return (
          <div
            key={column.id}
            role="gridcell"
            className={cx(styles.cell, column.align === "end" && styles.end)}
            title={typeof content === "string" ? content : undefined}
          >
            {gone && index === 0 && <span className="visually-hidden">{LIST.gone} </span>}
            {content}
          </div>
        );
      })}
      {rowMenu && (
        // Its button may be handed on with the rest: the row of an open menu is the active one, which keeps its elements.
        <span role="gridcell" className={cx(styles.place, styles.menu)} inert={gone}>
          <RowGone value={gone}>{rowMenu(row)}</RowGone>
        </span>
      )}
    </div>
  );
}

/** One row; drawn anew only when something of its own changes. */
const TableRow: <Row>(props: TableRowProps<Row>) => ReactNode = memo(PlainRow);
