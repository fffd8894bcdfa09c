import { useEffect, useSyncExternalStore } from "react";
import { milliseconds } from "@/data/format";
import { Failure } from "@/features/base/Failure";
import { useAlsoRefresh } from "@/features/refresh/refresh";
import { Message } from "@/features/sql/Message";
import { RowsPart } from "@/features/sql/ResultPart";
import { cutWords, rowsWords } from "@/features/sql/words";
import type { ConnectSource, SqlResultView, TableView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { IconButton } from "@/kit/control/IconButton";
import { Notices } from "@/kit/layout/Notices";
import { Skeleton } from "@/kit/state/Skeleton";
import { isSameTable, orderAfter, type TableOrder } from "./query";
import type { RowsReader } from "./reader";
import styles from "./Tables.module.css";
import { LIST, TABLE } from "./words";

interface TableRowsProps {
  reader: RowsReader;
  source: ConnectSource;
  table: TableView;
  order: TableOrder | undefined;
  onOrder(order: TableOrder | undefined): void;
}

/** The rows of a table in a grid. A press on a column's header sorts by it. */
export function TableRows({ reader, source, table, order, onOrder: setOrder }: TableRowsProps) {
  const { shown, session, isBusy } = useSyncExternalStore(reader.subscribe, reader.current);
  const { schema, name } = table;
  useEffect(
    () => reader.show({ source, table: { schema, name }, order }),
    [reader, source, schema, name, order],
  );
  useAlsoRefresh(async () => reader.refresh());

  const here = shown && isSameTable(shown.table, table) ? shown : undefined;
  const { run, error, isStarting } = session;
  const refusal = isStarting ? undefined : run?.results[0]?.error;
  const failure = isStarting ? undefined : (error ?? run?.error);
  return (
    <div className={styles.read}>
      <Notices>
        {failure && <Failure title={TABLE.failed} error={failure} onRetry={() => reader.refresh()} />}
      </Notices>
      {refusal && <Message message={refusal} isError />}
      {refusal && order && (
        <p className={styles.remark}>
          <Button size="small" onClick={() => setOrder(undefined)}>
            {TABLE.unsorted}
          </Button>
        </p>
      )}
      {!here && !refusal && !failure && <Skeleton label={TABLE.loading} />}
      {here && (
        <RowsPart
          key={`${schema}.${name}`}
          label={TABLE.grid(name)}
          columns={here.result.columns}
          count={here.result.rows ?? 0}
          rows={here.rows}
          hasMore={here.run.state === "paused" && isOpen(here.result)}
          order={gridOrder(here.result, order)}
          onOrder={(column) => setOrder(orderAfter(order, here.result.columns[column]?.name ?? ""))}
        />
      )}
      <div className={styles.status}>
        <span role="status">{isBusy && run?.state === "connecting" ? LIST.connecting : statusOf(here)}</span>
        <IconButton
          icon="refresh"
          size="small"
          label={TABLE.refresh}
          busy={isBusy}
          onClick={() => reader.refresh()}
        />
      </div>
    </div>
  );
}

/** True for a result of which more rows may follow. */
const isOpen = ({ tag, cut }: SqlResultView): boolean => tag === null && cut === null;

function gridOrder({ columns }: SqlResultView, order: TableOrder | undefined) {
  const column = columns.findIndex(({ name }) => name === order?.column);
  return order && column >= 0 ? { column, isDescending: order.isDescending } : undefined;
}

function statusOf(shown: { result: SqlResultView } | undefined): string {
  if (!shown) return "";
  const { cut, tag, milliseconds: took } = shown.result;
  const rows = shown.result.rows ?? 0;
  const count = cut ? cutWords(cut, rows) : rowsWords(rows, tag !== null);
  return took === null ? count : `${count} · ${milliseconds(took)}`;
}
