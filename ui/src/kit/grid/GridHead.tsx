import type { KeyboardEvent } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Grid.module.css";
import { type GridColumn, type GridOrder, type GridOrdering, type GridRange, widthOf } from "./grid";
import { GRID } from "./words";

interface GridHeadProps extends GridOrdering {
  columns: readonly GridColumn[];
  shown: GridRange;
  starts: readonly number[];
  lead: number;
  width: number;
  height: number;
}

/** The names of the columns in sight. */
export function GridHead(props: GridHeadProps) {
  const { columns, shown, starts, lead, width, height, order, onOrder } = props;
  return (
    <div role="rowgroup" className={styles.head} style={{ width, height }}>
      <div role="row" aria-rowindex={1}>
        <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: lead }}>
          <span className="visually-hidden">{GRID.row}</span>
        </div>
        {columns.slice(shown.first, shown.end).map((each, at) => {
          const column = shown.first + at;
          const { name, detail, align } = each;
          const sorted = order?.column === column ? order : undefined;
          return (
            <div
              key={column}
              role="columnheader"
              aria-colindex={column + 2}
              aria-sort={onOrder && sortOf(sorted)}
              className={cx(styles.name, align === "end" && styles.end)}
              style={{ left: lead + (starts[column] ?? 0), width: widthOf(starts, column) }}
              title={detail === undefined ? name : `${name} ${detail}`}
            >
              {onOrder ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onOrder(column)}
                  onKeyDown={keepPress}
                >
                  <Name column={each} sorted={sorted} />
                </button>
              ) : (
                <Name column={each} sorted={sorted} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Name({ column, sorted }: { column: GridColumn; sorted: GridOrder | undefined }) {
  return (
    <>
      <b>
        {column.name}
        {sorted && <Icon name={sorted.isDescending ? "arrowDown" : "arrowUp"} />}
      </b>
      {column.detail !== undefined && <small>{column.detail}</small>}
    </>
  );
}

const sortOf = (sorted: GridOrder | undefined) => {
  if (!sorted) return "none";
  return sorted.isDescending ? "descending" : "ascending";
};

/** Keeps the keys that press a button from the grid, where they open a cell. */
function keepPress(event: KeyboardEvent) {
  if ([" ", "Enter"].includes(pressedKey(event))) event.stopPropagation();
}
