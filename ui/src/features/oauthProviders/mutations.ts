import type { QueryClient } from "@tanstack/react-query";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { authPlace, oauthProvidersQuery } from "@/data/queries";
import type { SingleUse } from "@/data/singleUse";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type { AddOauthProvider, OauthProviderView, UpdateOauthProvider } from "@/ipc/generated";
import type { OnAuth } from "./subjects";

/** Returns the operation that adds a provider. */
export const additionAt = (at: OnAuth, request: AddOauthProvider) =>
  ({ kind: "oauthAdd", ...authPlace(at), request }) as const;

/** Returns the operation that changes a provider. */
export const changeAt = (at: OnAuth, provider: string, request: UpdateOauthProvider) =>
  ({ kind: "oauthUpdate", ...authPlace(at), provider, request }) as const;

/** The client's secret is in the request, which is therefore taken once and remembered nowhere. */
export const addingProvider = (at: OnAuth): MutationSpec<OauthProviderView, SingleUse<AddOauthProvider>> => ({
  key: ["oauth", "add", at.accountId, at.projectId],
  run: (request) => call(additionAt(at, request.take())),
  onSuccess: (provider, _request, client) => putProviderIntoCache(client, at, provider),
});

export const changingProvider = (
  at: OnAuth,
  provider: string,
): MutationSpec<OauthProviderView, SingleUse<UpdateOauthProvider>> => ({
  key: ["oauth", "change", at.accountId, at.projectId, provider],
  run: (request) => call(changeAt(at, provider, request.take())),
  onSuccess: (changed, _request, client) => putProviderIntoCache(client, at, changed),
});

/** Deletes a provider. The reply is the list that was read afterwards: it says whether the provider is gone. */
export const deletingProvider = (at: OnAuth, provider: string) =>
  operationSpec({ kind: "oauthDelete", ...authPlace(at), provider }, () => ({}), {
    onSuccess: (list, _nothing, client) => client.setQueryData(providersOf(at), list),
  });

const providersOf = (at: OnAuth) => oauthProvidersQuery(at).queryKey;

function putProviderIntoCache(client: QueryClient, at: OnAuth, item: OauthProviderView): void {
  client.setQueryData(providersOf(at), (list) => list && upsert(list, item, "last"));
}
