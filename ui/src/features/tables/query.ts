import type { TableView } from "@/ipc/generated";
import type { GridOrder } from "@/kit/grid/grid";

/** The schema and name of a table. */
export type TableName = Pick<TableView, "schema" | "name">;

/** Sorted by a column of this name. */
export interface TableOrder extends Pick<GridOrder, "isDescending"> {
  column: string;
}

/** Returns a name as SQL has it, with any letters in it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the query of all rows of a table. */
export function rowsQuery({ schema, name }: TableName, order?: TableOrder): string {
  const sorting = order ? ` ORDER BY ${quoted(order.column)}${order.isDescending ? " DESC" : ""}` : "";
  return `SELECT * FROM ${quoted(schema)}.${quoted(name)}${sorting}`;
}

/** Returns the order after a press on a column: ascending, descending, then none. */
export function orderAfter(order: TableOrder | undefined, column: string): TableOrder | undefined {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? undefined : { column, isDescending: true };
}

/** Returns the tables whose name, or schema with name, has the typed text in it. */
export function filtered(tables: readonly TableView[], typed: string): readonly TableView[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return tables;
  return tables.filter(({ schema, name }) => `${schema}.${name}`.toLowerCase().includes(wanted));
}

export const isSameTable = (one: TableName | undefined, other: TableName | undefined): boolean =>
  one?.schema === other?.schema && one?.name === other?.name;
