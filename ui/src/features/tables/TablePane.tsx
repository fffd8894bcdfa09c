import { useEffect, useState } from "react";
import type { ConnectSource, TableView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Tabs } from "@/kit/control/Tabs";
import { DetailHead } from "@/kit/layout/DetailHead";
import { isSameTable, rowsQuery, type TableName, type TableOrder } from "./query";
import { RowsReader } from "./reader";
import { Structure } from "./Structure";
import { TableRows } from "./TableRows";
import styles from "./Tables.module.css";
import { TABLE } from "./words";

interface TablePaneProps {
  source: ConnectSource;
  table: TableView;
  onSql: ((text: string) => void) | undefined;
}

type Part = "rows" | "structure";

/** A table that is open: its rows and its structure. */
export function TablePane({ source, table, onSql }: TablePaneProps) {
  const [part, setPart] = useState<Part>("rows");
  const [reader] = useState(() => new RowsReader());
  useEffect(() => () => reader.leave(), [reader]);
  const [sorted, setSorted] = useState<{ table: TableName; order: TableOrder | undefined }>();
  const order = isSameTable(sorted?.table, table) ? sorted?.order : undefined;
  return (
    <section className={styles.table} aria-label={`${table.schema}.${table.name}`}>
      <div className={styles.title}>
        <DetailHead title={table.name}>
          <Button
            size="small"
            icon="terminal"
            disabled={!onSql}
            onClick={() => onSql?.(`${rowsQuery(table)};`)}
          >
            {TABLE.openInSql}
          </Button>
        </DetailHead>
      </div>
      <Tabs
        label={TABLE.parts}
        look="pane"
        value={part}
        onChange={setPart}
        tabs={[
          {
            value: "rows",
            label: TABLE.rows,
            panel: (
              <TableRows
                reader={reader}
                source={source}
                table={table}
                order={order}
                onOrder={(order) => setSorted({ table, order })}
              />
            ),
          },
          { value: "structure", label: TABLE.structure, panel: <Structure source={source} table={table} /> },
        ]}
      />
    </section>
  );
}
