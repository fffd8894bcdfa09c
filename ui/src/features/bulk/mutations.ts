import type { QueryClient } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { upsert } from "@/data/upsert";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { BulkView, BulkWish } from "@/ipc/generated";
import { bulkQuery } from "./queries";

/** Begins. Two at a time are never begun for one account, however often the button is pressed. */
export const startingOf = (accountId: string): Work<BulkView, BulkWish> => ({
  key: [...workKeys.bulk, "start", accountId],
  run: (request) => call.bulkStart(request),
  settle: (bulk, _wish, client) => show(client, bulk),
});

/** Begins no further item until it is resumed. */
export const pausingOf = (id: string): Work<BulkView, void> => ({
  key: [...workKeys.bulk, "pause", id],
  run: () => call.bulkPause(id),
  settle: (bulk, _nothing, client) => show(client, bulk),
});

/** Goes on, with what failed tried again. */
export const resumingOf = (id: string): Work<BulkView, void> => ({
  key: [...workKeys.bulk, "resume", id],
  run: () => call.bulkResume(id),
  settle: (bulk, _nothing, client) => show(client, bulk),
});

/** Ends it: what has not begun is left as it is. */
export const stoppingOf = (id: string): Work<BulkView, void> => ({
  key: [...workKeys.bulk, "stop", id],
  run: () => call.bulkStop(id),
  settle: (bulk, _nothing, client) => show(client, bulk),
});

/** Dismisses one that has ended. */
export const dismissingOf = (id: string): Work<null, void> => ({
  key: [...workKeys.bulk, "dismiss", id],
  run: () => call.bulkDismiss(id),
  settle: (_done, _nothing, client) => {
    client.setQueryData(bulkQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
  },
});

function show(client: QueryClient, bulk: BulkView): void {
  client.setQueryData(bulkQuery.queryKey, (list = []) => upsert(list, bulk, "first"));
}
