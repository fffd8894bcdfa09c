import { memo, type ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { type Column, nextSort, type Sort } from "./columns";
import styles from "./Table.module.css";
import { TickBox } from "./TickBox";

interface TableHeaderProps<Row> {
  columns: ReadonlyArray<Column<Row>>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  /** Absent when rows are not ticked. */
  ticks: { all: boolean; some: boolean; onChange(all: boolean): void } | undefined;
  menu: boolean;
}

function PlainHeader<Row>({ columns, sort, onSort, ticks, menu }: TableHeaderProps<Row>) {
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {ticks && (
        <span role="columnheader" className={styles.cell}>
          <TickBox label="Select all rows" checked={ticks.all} mixed={ticks.some} onChange={ticks.onChange} />
        </span>
      )}
      {columns.map((column) => (
        <HeaderCell
          key={column.id}
          column={column}
          direction={sort?.column === column.id ? sort.direction : undefined}
          onSort={onSort && (() => onSort(nextSort(sort, column.id)))}
        />
      ))}
      {menu && (
        <span role="columnheader" className={styles.cell}>
          <span className="visually-hidden">Actions</span>
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
}

function HeaderCell<Row>({ column, direction, onSort }: HeaderCellProps<Row>) {
  const sorts = column.sortable && onSort;
  return (
    <span
      role="columnheader"
      aria-sort={sorts ? (direction ?? "none") : undefined}
      className={cx(styles.cell, column.align === "end" && styles.end)}
    >
      {sorts ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {column.header}
          {direction && (
            <Icon name={direction === "ascending" ? "arrowUp" : "arrowDown"} className={styles.arrow} />
          )}
        </button>
      ) : (
        column.header
      )}
    </span>
  );
}
