import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type { BulkRequest, BulkView } from "@/ipc/generated";
import { bulkQuery } from "./queries";

/** Begins. Two at a time are never begun for one account, however often the button is pressed. */
export const startingOf = (accountId: string): MutationSpec<BulkView, BulkRequest> => ({
  key: [...mutationKeys.bulk, "start", accountId],
  run: (request) => call.bulkStart(request),
  onSuccess: (bulk, _request, client) => show(client, bulk),
});

/** Begins no further item until it is resumed. */
export const pausingOf = (id: string): MutationSpec<BulkView, void> => ({
  key: [...mutationKeys.bulk, "pause", id],
  run: () => call.bulkPause(id),
  onSuccess: (bulk, _nothing, client) => show(client, bulk),
});

/** Goes on, with what failed tried again. */
export const resumingOf = (id: string): MutationSpec<BulkView, void> => ({
  key: [...mutationKeys.bulk, "resume", id],
  run: () => call.bulkResume(id),
  onSuccess: (bulk, _nothing, client) => show(client, bulk),
});

/** Ends it: what has not begun is left as it is. */
export const stoppingOf = (id: string): MutationSpec<BulkView, void> => ({
  key: [...mutationKeys.bulk, "stop", id],
  run: () => call.bulkStop(id),
  onSuccess: (bulk, _nothing, client) => show(client, bulk),
});

/** Dismisses one that has ended. */
export const dismissingOf = (id: string): MutationSpec<null, void> => ({
  key: [...mutationKeys.bulk, "dismiss", id],
  run: () => call.bulkDismiss(id),
  onSuccess: (_done, _nothing, client) => {
    client.setQueryData(bulkQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
  },
});

function show(client: QueryClient, bulk: BulkView): void {
  client.setQueryData(bulkQuery.queryKey, (list = []) => upsert(list, bulk, "first"));
}
