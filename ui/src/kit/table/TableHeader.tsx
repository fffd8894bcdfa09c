import { memo, type ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { LIST } from "@/kit/words";
import { type ColumnChoice, ColumnsMenu } from "./ColumnsMenu";
import { type Column, nextSort, type Sort } from "./columns";
import { type HeaderStop, MENU, TICKS, useHeaderKeys } from "./headerKeys";
import type { Widths } from "./keptLayout";
import { ResizeHandle } from "./ResizeHandle";
import table from "./Table.module.css";
import styles from "./TableHeader.module.css";
import { TickBox } from "./TickBox";

interface TableHeaderProps<Row> {
  columns: ReadonlyArray<Column<Row>>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  /** Absent when rows are not ticked. */
  ticks: { all: boolean; some: boolean; onChange(all: boolean): void } | undefined;
  /** There is a place after the columns. */
  end: boolean;
  /** Something lies on the names of the columns: nothing under it takes a click or the focus. */
  covered: boolean;
  widths: Readonly<Record<string, number>>;
  /** Absent where there is nothing to choose. */
  choices: readonly ColumnChoice[] | undefined;
  resize(widths: Widths): void;
  choose(column: string, shown: boolean): void;
  reset(): void;
}

function PlainHeader<Row>(props: TableHeaderProps<Row>) {
  const { columns, sort, onSort, ticks, end, covered, widths, choices, resize } = props;
  const doesSomething = ({ sortable }: Column<Row>, index: number) =>
    !covered && ((sortable && onSort !== undefined) || index < columns.length - 1);
  const stops = [
    ...(ticks ? [TICKS] : []),
    ...columns.filter(doesSomething).map(({ id }) => id),
    ...(end && choices && !covered ? [MENU] : []),
  ];
  const { stop, ...keys } = useHeaderKeys(stops, columns, resize);
  return (
    <div role="row" aria-rowindex={1} className={cx(table.header, styles.header)} {...keys}>
      {ticks && (
        <span role="columnheader" className={table.cell}>
          <TickBox
            {...stop(TICKS)}
            label={LIST.selectAll}
            checked={ticks.all}
            mixed={ticks.some}
            onChange={ticks.onChange}
          />
        </span>
      )}
      {columns.map((column, index) => {
        const next = columns[index + 1];
        return (
          <HeaderCell
            key={column.id}
            column={column}
            direction={sort?.column === column.id ? sort.direction : undefined}
            onSort={covered || !onSort ? undefined : () => onSort(nextSort(sort, column.id))}
            width={next && LIST.widthByKeys(widths[column.id])}
            stop={stops.includes(column.id) ? stop(column.id) : undefined}
          >
            {next && !covered && <ResizeHandle column={column} next={next} onResize={resize} />}
          </HeaderCell>
        );
      })}
      {end && (
        <span role="columnheader" className={table.place}>
          <span className="visually-hidden">{LIST.actions}</span>
          {choices && !covered && (
            <ColumnsMenu {...stop(MENU)} columns={choices} onChoose={props.choose} onReset={props.reset} />
          )}
        </span>
      )}
    </div>
  );
}

/** The header; drawn anew only when something of its own changes. */
export const TableHeader: <Row>(props: TableHeaderProps<Row>) => ReactNode = memo(PlainHeader);

interface HeaderCellProps<Row> {
  column: Column<Row>;
  direction: Sort["direction"] | undefined;
  onSort: (() => void) | undefined;
  /** Says how wide the column is and which keys change it; absent where no edge follows it. */
  width: string | undefined;
  /** Makes it a stop of the header's keys: its button, or the cell itself where it doesn't sort. */
  stop: HeaderStop | undefined;
  /** The edge to the next column. */
  children: ReactNode;
}

function HeaderCell<Row>({ column, direction, onSort, width, stop, children }: HeaderCellProps<Row>) {
  const sorts = column.sortable && onSort;
  return (
    <span
      role="columnheader"
      // The edge in it has a name of its own.
      aria-label={column.header}
      aria-sort={sorts ? (direction ?? "none") : undefined}
      {...(!sorts && { ...stop, "aria-description": width })}
      className={cx(styles.cell, column.align === "end" && cx(styles.right, table.end))}
    >
      {sorts ? (
        <button type="button" {...stop} aria-description={width} className={styles.sort} onClick={onSort}>
          <span className="ui-cut" title={column.header}>
            {column.header}
          </span>
          {direction && (
            <Icon name={direction === "ascending" ? "arrowUp" : "arrowDown"} className={styles.arrow} />
          )}
        </button>
      ) : (
        <span className="ui-cut" title={column.header}>
          {column.header}
        </span>
      )}
      {children}
    </span>
  );
}
