import type { SQLNamespace } from "@codemirror/lang-sql";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ConnectSource, TableView } from "@/ipc/generated";

/** Tables whose columns are read after a run. */
const MOST = 8;

interface Catalog {
  tables: readonly TableView[];
  /** Names of columns, by schema and table. */
  columns: ReadonlyMap<string, readonly string[]>;
}

/** Read by `readCatalog` alone: nothing connects to a database before something runs. */
const catalogQuery = (source: ConnectSource | undefined) =>
  queryOptions({
    queryKey: keys.sqlCatalog(JSON.stringify(source ?? null)),
    queryFn: (): Catalog => ({ tables: [], columns: new Map() }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: false,
  });

/** The names that the completion offers, as far as they were read. */
export function useCatalog(source: ConnectSource | undefined) {
  const client = useQueryClient();
  const { data } = useQuery(catalogQuery(source));
  const names = useMemo(() => data && namesOf(data), [data]);
  const read = (text: string) => {
    // Only the completion lacks something when the catalog can't be read.
    if (source) readCatalog(client, source, text).catch(() => {});
  };
  return { names, read };
}

/** Reads the tables once, and the columns of those that a text names. */
async function readCatalog(client: QueryClient, source: ConnectSource, text: string): Promise<void> {
  const { queryKey } = catalogQuery(source);
  const before = client.getQueryData(queryKey);
  const tables = before?.tables ?? (await call({ kind: "tableList", source }));
  const columns = new Map(before?.columns);
  if (!before) client.setQueryData(queryKey, { tables, columns });
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu));
  const named = tables.filter((it) => words.has(it.name.toLowerCase()) && !columns.has(pathOf(it)));
  for (const table of named.slice(0, MOST)) {
    const { schema, name } = table;
    const details = await call({ kind: "tableDescribe", source, schema, name });
    columns.set(
      pathOf(table),
      details.columns.map((column) => column.name),
    );
  }
  if (named.length > 0) client.setQueryData(queryKey, { tables, columns: new Map(columns) });
}

const pathOf = ({ schema, name }: Pick<TableView, "schema" | "name">) => JSON.stringify([schema, name]);

function namesOf({ tables, columns }: Catalog): SQLNamespace {
  const schemas: Record<string, Record<string, readonly string[]>> = {};
  for (const table of tables) {
    const schema = schemas[table.schema] ?? {};
    schema[table.name] = columns.get(pathOf(table)) ?? [];
    schemas[table.schema] = schema;
  }
  return schemas;
}
