import type { QueryClient } from "@tanstack/react-query";
import type { Once } from "@/data/once";
import { oauthProvidersQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { AddOauthProvider, OauthProviderView, UpdateOauthProvider } from "@/ipc/generated";
import type { OnAuth } from "./places";

const keyOf = (verb: string, { accountId, projectId }: OnAuth, id?: string) => [
  "oauth",
  verb,
  accountId,
  projectId,
  ...(id === undefined ? [] : [id]),
];

/** The client's secret is in the wish, which is therefore taken once and remembered nowhere. */
export const addingProvider = (at: OnAuth): Work<OauthProviderView, Once<AddOauthProvider>> => ({
  key: keyOf("add", at),
  run: (request) => call.oauthAdd(at.accountId, at.projectId, request.take()),
  settle: (provider, _wish, client) => placeProvider(client, at, provider),
});

export const changingProvider = (
  at: OnAuth,
  id: string,
): Work<OauthProviderView, Once<UpdateOauthProvider>> => ({
  key: keyOf("change", at, id),
  run: (request) => call.oauthUpdate(at.accountId, at.projectId, id, request.take()),
  settle: (provider, _wish, client) => placeProvider(client, at, provider),
});

/** Gives the list that was read afterwards: it says whether the provider is gone. */
export const deletingProvider = (at: OnAuth, id: string): Work<OauthProviderView[], void> => ({
  key: keyOf("delete", at, id),
  run: () => call.oauthDelete(at.accountId, at.projectId, id),
  settle: (list, _nothing, client) => client.setQueryData(providersOf(at), list),
});

const providersOf = ({ accountId, projectId }: OnAuth) => oauthProvidersQuery(accountId, projectId).queryKey;

function placeProvider(client: QueryClient, at: OnAuth, item: OauthProviderView): void {
  client.setQueryData(providersOf(at), (list) => list && upsert(list, item, "last"));
}
