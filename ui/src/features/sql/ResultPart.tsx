import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { milliseconds } from "@/data/format";
import { Failure } from "@/features/base/Failure";
import type { SqlColumnView, SqlResultView } from "@/ipc/generated";
import { Grid } from "@/kit/grid/Grid";
import type { GridColumn, GridOrdering, GridPlace, GridRange } from "@/kit/grid/grid";
import { CellPane } from "./CellPane";
import { Message } from "./Message";
import type { ResultRows } from "./rows";
import styles from "./Sql.module.css";
import { cutWords, ERROR, RESULTS, rowsWords } from "./words";

interface ResultPartProps {
  result: SqlResultView;
  rows: ResultRows;
  /** More rows may follow. */
  isOpen: boolean;
  /** More rows are read when they are asked for. */
  hasMore: boolean;
  isReadOnly: boolean;
  /** Moves the caret; nothing where the statement does not stand in the editor. */
  onShow: ((place: number) => void) | undefined;
}

/** The result of one statement: its error, its notices and its rows. */
export function ResultPart({ result, rows, isOpen, hasMore, isReadOnly, onShow }: ResultPartProps) {
  const { error, notices, columns, cut, tag } = result;
  const count = result.rows ?? 0;
  const hasRows = columns.length > 0;
  const status = [
    hasRows && !cut && rowsWords(count, !isOpen),
    hasRows && cut && cutWords(cut, count),
    result.milliseconds !== null && milliseconds(result.milliseconds),
    isReadOnly && RESULTS.readOnly,
  ];
  return (
    <div className={styles.result}>
      {error && <Message message={error} onShow={onShow} isError />}
      {notices.length > 0 && (
        <section aria-label={ERROR.notices} className={styles.notices}>
          {notices.map((notice, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notices only follow one another
            <Message key={at} message={notice} onShow={onShow} />
          ))}
        </section>
      )}
      {hasRows && (
        <RowsPart
          label={RESULTS.grid(result.number + 1)}
          columns={columns}
          count={count}
          rows={rows}
          hasMore={hasMore}
        />
      )}
      {!error && !hasRows && <p className={styles.tag}>{tag || RESULTS.done}</p>}
      <p className={styles.status}>{status.filter(Boolean).join(" · ")}</p>
    </div>
  );
}

interface RowsPartProps extends GridOrdering {
  label: string;
  columns: readonly SqlColumnView[];
  count: number;
  rows: ResultRows;
  hasMore: boolean;
}

/** OIDs of types whose values are numbers: they stand at the right. */
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 790, 1700]);

/** The rows of a result, and beside them the value that was opened. */
export function RowsPart({ label, columns, count, rows, hasMore, ...ordering }: RowsPartProps) {
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  const [open, setOpen] = useState<GridPlace>();
  useEffect(() => rows.grow(count, hasMore), [rows, count, hasMore]);
  const onShown = useCallback((range: GridRange) => rows.show(range, hasMore), [rows, hasMore]);
  const shown = useMemo(
    () =>
      columns.map(
        ({ name, typeName, typeOid }): GridColumn => ({
          name,
          detail: typeName,
          align: NUMBERS.has(typeOid) ? "end" : "start",
        }),
      ),
    [columns],
  );
  const column = open && columns[open.column];
  return (
    <>
      {rows.error && <Failure title={RESULTS.rowsFailed} error={rows.error} />}
      <div className={styles.rows}>
        <Grid
          {...ordering}
          label={label}
          columns={shown}
          count={count}
          isGrowing={hasMore}
          valueAt={rows.valueAt}
          version={version}
          sample={rows.sample}
          onShown={onShown}
          readRows={(range) => rows.read(range)}
          onOpen={setOpen}
        />
        {open && column && (
          <CellPane
            column={column}
            row={open.row}
            value={rows.valueAt(open.row, open.column)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </div>
    </>
  );
}
