import type { QueryClient } from "@tanstack/react-query";
import type { MutationSpec } from "@/data/mutation";
import { authIntegrationsQuery } from "@/data/queries";
import { showOnce } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type {
  EnableAuth,
  NewAuthUserView,
  SdkKeysView,
  SyncedUsersView,
  TransferLinkView,
} from "@/ipc/generated";
import { type AwaitedUser, domainsQuery, handoverQuery, lastKeysQuery, usersQuery } from "./queries";
import type { AuthSubject, OnIntegration } from "./subjects";
import { integrationWords } from "./words";

const keyOf = (verb: string, { accountId, projectId }: AuthSubject, more?: string) => [
  "auth",
  verb,
  accountId,
  projectId,
  ...(more === undefined ? [] : [more]),
];

export const enabling = (at: AuthSubject): MutationSpec<SdkKeysView, EnableAuth> => ({
  key: keyOf("enable", at),
  run: (enable) => call.authEnable(at.accountId, at.projectId, enable),
  onSuccess: (made, _request, client) => {
    reload(client, at);
    showKeys(client, at, made);
  },
});

export const creatingKeys = (at: OnIntegration): MutationSpec<SdkKeysView, void> => ({
  key: keyOf("keys", at),
  run: () => call.authCreateKeys(at.accountId, at.projectId, at.integration.provider),
  onSuccess: (made, _nothing, client) => showKeys(client, at, made),
});

export const creatingUser = (
  at: OnIntegration,
): MutationSpec<NewAuthUserView, { email: string; name: string | null }> => ({
  key: keyOf("createUser", at),
  run: ({ email, name }) =>
    call.authCreateUser(
      at.accountId,
      at.projectId,
      at.integration.provider,
      email,
      name,
      at.branchId ?? null,
    ),
  onSuccess: ({ id }, { email }, client) => {
    client.setQueryData(usersOf(at), (known) => ({
      ...known,
      awaited: { id, email },
      arrived: undefined,
    }));
  },
});

/** What a reading looks for: everybody, some of them, or one who was just made. */
interface Reading {
  search?: string | undefined;
  awaited?: AwaitedUser | undefined;
}

const usersKey = (at: AuthSubject) => keyOf("users", at);

/** Reads the users' table through a connection, which wakes the compute. Only ever on a click. */
export const readingUsers = (at: OnIntegration): MutationSpec<SyncedUsersView, Reading> => ({
  key: usersKey(at),
  run: ({ search, awaited }) =>
    call.authUsers(at.accountId, at.projectId, {
      ...(at.integration.branchId !== null && { branchId: at.integration.branchId }),
      ...(at.integration.database !== null && { database: at.integration.database }),
      search: search ?? null,
      awaited: awaited?.id ?? null,
    }),
  onSuccess: (view, { search, awaited: requested }, client) => {
    client.setQueryData(usersOf(at), (known) => {
      const awaited = requested ?? known?.awaited;
      const isThere = view.rows.some(({ id }) => id === awaited?.id);
      // Found once, a user does not count as missing because a search leaves them out.
      const arrived = awaited && (isThere || view.arrived === true || (known?.arrived ?? false));
      return { view, search, awaited, arrived };
    });
  },
});

export const addingDomain = (at: OnIntegration): MutationSpec<null, string> => ({
  key: keyOf("addDomain", at),
  run: (domain) =>
    call.authAddDomain(at.accountId, at.projectId, at.integration.provider, domain, at.branchId ?? null),
  onSuccess: (_done, domain, client) => {
    client.setQueryData(domainsOf(at), (list) => list && [...list.filter((each) => each !== domain), domain]);
    void client.invalidateQueries({ queryKey: domainsOf(at) });
  },
});

export const deletingDomain = (at: OnIntegration, domain: string): MutationSpec<null, void> => ({
  key: keyOf("deleteDomain", at, domain),
  run: () =>
    call.authDeleteDomains(
      at.accountId,
      at.projectId,
      at.integration.provider,
      [domain],
      at.branchId ?? null,
    ),
  onSuccess: (_done, _nothing, client) => {
    client.setQueryData(domainsOf(at), (list) => list?.filter((each) => each !== domain));
  },
});

export const gettingLink = (at: OnIntegration): MutationSpec<TransferLinkView, void> => ({
  key: keyOf("transfer", at),
  run: () => call.authTransfer(at.accountId, at.projectId, at.integration.provider),
  onSuccess: (_link, _nothing, client) => reload(client, at),
});

/** Makes the core forget a transfer link. */
export const forgettingLink = (at: OnIntegration): MutationSpec<null, string> => ({
  key: keyOf("transferForget", at),
  run: (secretId) => call.oneTimeSecretForget(secretId),
});

/** Opens a transfer link in the browser; `host` is the one that was shown. */
export const openingLink = (at: OnIntegration): MutationSpec<null, { secretId: string; host: string }> => ({
  key: keyOf("transferOpen", at),
  run: ({ secretId, host }) => call.authTransferOpen(at.accountId, at.projectId, secretId, host),
  onSuccess: (_done, _link, client) => {
    client.setQueryData(handoverQuery(at.accountId, at.projectId).queryKey, {
      ownedBy: at.integration.ownedBy,
    });
  },
});

/** Opens the address of the public keys in the browser; `host` is the one that was shown. */
export const openingJwks = (at: OnIntegration): MutationSpec<null, string> => ({
  key: keyOf("jwks", at),
  run: (host) => call.authJwksOpen(at.accountId, at.projectId, at.integration.provider, host),
});

export const removing = (at: OnIntegration): MutationSpec<null, { deleteData: boolean }> => ({
  key: keyOf("remove", at),
  run: ({ deleteData }) =>
    call.authRemove(at.accountId, at.projectId, at.integration.provider, deleteData, at.branchId ?? null),
  onSuccess: (_gone, _choice, client) => {
    const { accountId, projectId, integration } = at;
    client.setQueryData(authIntegrationsQuery(accountId, projectId).queryKey, (list) =>
      list?.filter(({ providerProjectId }) => providerProjectId !== integration.providerProjectId),
    );
    for (const { queryKey } of [usersQuery, lastKeysQuery, handoverQuery].map((of) =>
      of(accountId, projectId),
    )) {
      client.removeQueries({ queryKey });
    }
  },
});

const usersOf = (at: AuthSubject) => usersQuery(at.accountId, at.projectId).queryKey;
const domainsOf = (at: AuthSubject) => domainsQuery(at).queryKey;

function reload(client: QueryClient, { accountId, projectId }: AuthSubject): void {
  void client.invalidateQueries({ queryKey: authIntegrationsQuery(accountId, projectId).queryKey });
}

/** From here on the server key is in memory, whatever becomes of the dialog that asked for it. */
function showKeys(client: QueryClient, at: AuthSubject, made: SdkKeysView): void {
  client.setQueryData(lastKeysQuery(at.accountId, at.projectId).queryKey, made);
  showOnce(client, {
    name: at.projectName,
    title: integrationWords.madeTitle(at.projectName),
    note: integrationWords.madeNote,
    open: [
      { label: integrationWords.projectId, value: made.providerProjectId },
      { label: integrationWords.clientKey, value: made.clientKey },
      ...(made.jwksUrl === null ? [] : [{ label: integrationWords.madeJwks, value: made.jwksUrl }]),
    ],
    items: made.oneTimeSecret ? [made.oneTimeSecret] : [],
  });
}
