import { memo, type ReactNode } from "react";
import { cx } from "@/kit/cx";
import type { Column, TableProps } from "./columns";
import styles from "./Table.module.css";
import { TickBox } from "./TickBox";

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  index: number;
  top: number;
  columns: ReadonlyArray<Column<Row>>;
  active: boolean;
  selected: boolean;
  /** Absent when rows are not ticked. */
  ticked: boolean | undefined;
  onTick(key: string): void;
  rowMenu: TableProps<Row>["rowMenu"];
  tree: TableProps<Row>["tree"];
}

function PlainRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, rowKey, index, top, columns, active, selected, ticked, onTick, rowMenu } = props;
  const place = props.tree?.placeOf(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked ?? selected}
      aria-level={place?.level}
      aria-posinset={place?.position}
      aria-setsize={place?.of}
      aria-expanded={place?.open}
      data-key={rowKey}
      data-index={index}
      tabIndex={active ? 0 : -1}
      className={cx(styles.row, selected && styles.selected, ticked && styles.ticked)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {ticked !== undefined && (
        <span role="gridcell" className={styles.cell}>
          <TickBox label="Select this row" checked={ticked} byRow onChange={() => onTick(rowKey)} />
        </span>
      )}
      {columns.map((column) => {
        const content = column.cell(row);
        return (
          <div
            key={column.id}
            role="gridcell"
            className={cx(styles.cell, column.align === "end" && styles.end)}
            title={typeof content === "string" ? content : undefined}
          >
            {content}
          </div>
        );
      })}
      {rowMenu && (
        // A menu is that of one row: its button is not handed on with the rest.
        <span key={rowKey} role="gridcell" className={cx(styles.cell, styles.menu)}>
          {rowMenu(row)}
        </span>
      )}
    </div>
  );
}

/** One row; drawn anew only when something of its own changes. */
export const TableRow: <Row>(props: TableRowProps<Row>) => ReactNode = memo(PlainRow);
