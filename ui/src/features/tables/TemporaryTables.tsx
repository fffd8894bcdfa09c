import { useMemo } from "react";
import { useQueries } from "@/features/sql/useQueries";
import type { ConnectSource } from "@/ipc/generated";
import { TablesPane } from "./TablesPane";
import { useOpenTable } from "./useOpenTable";

interface TemporaryTablesProps {
  id: string;
  /** Shows SQL on the database. */
  onSql(): void;
}

/** The tables of a temporary database. */
export function TemporaryTables({ id, onSql }: TemporaryTablesProps) {
  const source = useMemo((): ConnectSource => ({ kind: "temporary", id }), [id]);
  const open = useOpenTable(id);
  const queries = useQueries({ kind: "temporary", id });
  const openInSql = (text: string) => {
    queries.add(source, text);
    onSql();
  };
  return (
    <TablesPane
      source={source}
      table={open.table}
      onTable={open.chooseTable}
      onSql={queries.list.data && openInSql}
    />
  );
}
