import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ReadFailure } from "@/features/base/Failure";
import type { ConnectSource, TableView } from "@/ipc/generated";
import { IconButton } from "@/kit/control/IconButton";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { tablesQuery } from "./queries";
import { isSameTable, type TableName } from "./query";
import { TableList } from "./TableList";
import { TablePane } from "./TablePane";
import styles from "./Tables.module.css";
import { LIST } from "./words";

interface TablesPaneProps {
  /** The database; absent while none can be chosen. */
  source: ConnectSource | undefined;
  /** The table that is open. */
  table: TableName | undefined;
  onTable(table: TableName): void;
  /** Shows a text as a new query; absent until that is possible. */
  onSql: ((text: string) => void) | undefined;
  /** Selects for the database. */
  picks?: ReactNode;
  /** The reason why there is no database. */
  children?: ReactNode;
}

/** The tables of a database, and beside them the open table. */
export function TablesPane({ source, picks, children, ...open }: TablesPaneProps) {
  return (
    <div className={styles.pane}>
      {picks && <div className={styles.picks}>{picks}</div>}
      {children}
      {source && <Tables key={JSON.stringify(source)} source={source} {...open} />}
    </div>
  );
}

interface TablesProps extends Pick<TablesPaneProps, "table" | "onTable" | "onSql"> {
  source: ConnectSource;
}

function Tables({ table, onTable, onSql, ...props }: TablesProps) {
  // The same source may come as a new object, which is no reason to read again.
  const [source] = useState(props.source);
  const tables = useQuery(tablesQuery(source));
  const { data } = tables;
  const refresh = (
    <IconButton
      icon="refresh"
      size="small"
      label={LIST.refresh}
      busy={tables.isFetching}
      onClick={() => void tables.refetch()}
    />
  );
  if (!data && tables.isFetching) {
    return (
      <>
        <p className={styles.remark} role="status" data-passing="">
          {LIST.connecting}
        </p>
        <Skeleton label={LIST.loading} />
      </>
    );
  }
  if (!data) return <ReadFailure query={tables} title={LIST.failed} />;
  if (data.length === 0) {
    return (
      <EmptyState icon="table" title={LIST.empty} actions={refresh}>
        {LIST.emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      <ReadFailure query={tables} title={LIST.failed} />
      <div className={styles.split}>
        <TableList tables={data} open={table} onOpen={onTable} tools={refresh} />
        <Open source={source} tables={data} table={table} onSql={onSql} />
      </div>
    </>
  );
}

interface OpenProps extends Pick<TablesProps, "source" | "table" | "onSql"> {
  tables: readonly TableView[];
}

function Open({ source, tables, table, onSql }: OpenProps) {
  if (!table) {
    return (
      <EmptyState icon="table" title={LIST.choose}>
        {LIST.chooseText}
      </EmptyState>
    );
  }
  const found = tables.find((each) => isSameTable(each, table));
  if (!found) return <p className={styles.remark}>{LIST.gone(table.name)}</p>;
  return <TablePane source={source} table={found} onSql={onSql} />;
}
