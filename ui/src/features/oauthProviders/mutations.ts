import type { QueryClient } from "@tanstack/react-query";
import type { MutationSpec } from "@/data/mutation";
import { oauthProvidersQuery } from "@/data/queries";
import type { SingleUse } from "@/data/singleUse";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type { AddOauthProvider, OauthProviderView, UpdateOauthProvider } from "@/ipc/generated";
import type { OnAuth } from "./subjects";

const keyOf = (verb: string, { accountId, projectId }: OnAuth, id?: string) => [
  "oauth",
  verb,
  accountId,
  projectId,
  ...(id === undefined ? [] : [id]),
];

/** The client's secret is in the request, which is therefore taken once and remembered nowhere. */
export const addingProvider = (at: OnAuth): MutationSpec<OauthProviderView, SingleUse<AddOauthProvider>> => ({
  key: keyOf("add", at),
  run: (request) => call.oauthAdd(at.accountId, at.projectId, request.take(), at.branchId ?? null),
  onSuccess: (provider, _request, client) => putProviderIntoCache(client, at, provider),
});

export const changingProvider = (
  at: OnAuth,
  id: string,
): MutationSpec<OauthProviderView, SingleUse<UpdateOauthProvider>> => ({
  key: keyOf("change", at, id),
  run: (request) => call.oauthUpdate(at.accountId, at.projectId, id, request.take(), at.branchId ?? null),
  onSuccess: (provider, _request, client) => putProviderIntoCache(client, at, provider),
});

/** Gives the list that was read afterwards: it says whether the provider is gone. */
export const deletingProvider = (at: OnAuth, id: string): MutationSpec<OauthProviderView[], void> => ({
  key: keyOf("delete", at, id),
  run: () => call.oauthDelete(at.accountId, at.projectId, id, at.branchId ?? null),
  onSuccess: (list, _nothing, client) => client.setQueryData(providersOf(at), list),
});

const providersOf = (at: OnAuth) => oauthProvidersQuery(at).queryKey;

function putProviderIntoCache(client: QueryClient, at: OnAuth, item: OauthProviderView): void {
  client.setQueryData(providersOf(at), (list) => list && upsert(list, item, "last"));
}
