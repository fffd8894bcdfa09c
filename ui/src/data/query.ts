import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { type Args, call, type Kind } from "@/ipc/call";

/** Makes the query of an operation, with the operation beside it: one object is read and shown as text. */
export const operationQuery = <K extends Kind>(
  queryKey: QueryKey,
  operation: { kind: K } & Args<K>,
  options: { staleTime?: number | ((query: { state: { status: string } }) => number) } = {},
) => ({ ...queryOptions({ queryKey, queryFn: () => call(operation), ...options }), operation });
