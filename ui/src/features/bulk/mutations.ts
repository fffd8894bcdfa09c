import type { QueryClient } from "@tanstack/react-query";
import { operationSpec } from "@/data/mutation";
import { upsert } from "@/data/upsert";
import type { BulkRequest, BulkView } from "@/ipc/generated";
import { bulkQuery } from "./queries";

/** Starts a bulk task. An account has one at a time, however often the button is pressed. */
export const startingOf = (accountId: string) =>
  operationSpec({ kind: "bulkStart" }, (request: BulkRequest) => ({ request }), {
    key: ["bulk", "start", accountId],
    onSuccess: (bulk, _request, client) => show(client, bulk),
  });

const changing = (kind: "bulkPause" | "bulkResume" | "bulkStop", id: string) =>
  operationSpec({ kind, id }, () => ({}), { onSuccess: (bulk, _nothing, client) => show(client, bulk) });

/** Starts no further item until the task is resumed. */
export const pausingOf = (id: string) => changing("bulkPause", id);

/** Resumes a task and retries what failed. */
export const resumingOf = (id: string) => changing("bulkResume", id);

/** Ends a task: items that have not begun stay as they are. */
export const stoppingOf = (id: string) => changing("bulkStop", id);

/** Dismisses a task that has ended. */
export const dismissingOf = (id: string) =>
  operationSpec({ kind: "bulkDismiss", id }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      client.setQueryData(bulkQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
    },
  });

function show(client: QueryClient, bulk: BulkView): void {
  client.setQueryData(bulkQuery.queryKey, (list = []) => upsert(list, bulk, "first"));
}
