import { keys } from "@/data/keys";
import { operationQuery } from "@/data/query";
import type { ConnectSource } from "@/ipc/generated";
import type { TableName } from "./query";

/** The tables of a database. Reading them connects to it, so nothing but a person's click reads them. */
export const tablesQuery = (source: ConnectSource) =>
  operationQuery(keys.tables(JSON.stringify(source)), { kind: "tableList", source });

/** A table with its parts. */
export const tableQuery = (source: ConnectSource, { schema, name }: TableName) =>
  operationQuery(keys.table(JSON.stringify(source), schema, name), {
    kind: "tableDescribe",
    source,
    schema,
    name,
  });
