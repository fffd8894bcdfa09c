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
import type { AuthSubject, AuthUserSubject, OnIntegration } from "./subjects";
import { integrationWords } from "./words";

const keyOf = (verb: string, { accountId, projectId, branchId = null }: AuthSubject, more?: string) => [
  "auth",
  verb,
  accountId,
  projectId,
  branchId,
  ...(more === undefined ? [] : [more]),
];

export const enabling = (at: AuthSubject): MutationSpec<SdkKeysView, EnableAuth> => ({
  key: keyOf("enable", at),
  run: (enable) => call.authEnable(at.accountId, at.projectId, enable, at.branchId ?? null),
  onSuccess: (made, _request, client) => {
    reload(client, at);
    showKeys(client, at, made);
  },
});

export const creatingKeys = (at: OnIntegration): MutationSpec<SdkKeysView, void> => ({
  key: keyOf("keys", at),
  run: () => call.authCreateKeys(at.accountId, at.projectId, at.integration.provider, at.branchId ?? null),
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

/** Gives a user other roles. The table is not read again for it: that waits for a click. */
export const settingRoles = ({ at, user }: AuthUserSubject): MutationSpec<null, string[]> => ({
  key: keyOf("roles", at, user.id),
  run: (roles) => call.authSetUserRoles(at.accountId, at.projectId, at.branchId ?? "", user.id, roles),
  onSuccess: (_done, roles, client) => {
    client.setQueryData(usersOf(at), (known) => {
      if (!known?.view) return known;
      const rows = known.view.rows.map((row) => (row.id === user.id ? { ...row, roles } : row));
      return { ...known, view: { ...known.view, rows } };
    });
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
      // Found once, a user is no news in the next reading, and not missing because a search leaves them out.
      const awaited = requested ?? (known?.arrived ? undefined : known?.awaited);
      const isThere = view.rows.some(({ id }) => id === awaited?.id);
      const arrived = awaited && (isThere || view.arrived === true);
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
  run: () => call.authTransfer(at.accountId, at.projectId, at.integration.provider, at.branchId ?? null),
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
    client.setQueryData(handoverQuery(at).queryKey, {
      ownedBy: at.integration.ownedBy,
    });
  },
});

/** Opens the address of the public keys in the browser; `host` is the one that was shown. */
export const openingJwks = (at: OnIntegration): MutationSpec<null, string> => ({
  key: keyOf("jwks", at),
  run: (host) =>
    call.authJwksOpen(at.accountId, at.projectId, at.integration.provider, host, at.branchId ?? null),
});

export const removing = (at: OnIntegration): MutationSpec<null, { deleteData: boolean }> => ({
  key: keyOf("remove", at),
  run: ({ deleteData }) =>
    call.authRemove(at.accountId, at.projectId, at.integration.provider, deleteData, at.branchId ?? null),
  onSuccess: (_gone, _choice, client) => {
    client.setQueryData(authIntegrationsQuery(at).queryKey, (list) =>
      list?.filter(({ providerProjectId }) => providerProjectId !== at.integration.providerProjectId),
    );
    for (const { queryKey } of [usersQuery, lastKeysQuery, handoverQuery].map((of) => of(at))) {
      client.removeQueries({ queryKey });
    }
  },
});

const usersOf = (at: AuthSubject) => usersQuery(at).queryKey;
const domainsOf = (at: AuthSubject) => domainsQuery(at).queryKey;

function reload(client: QueryClient, at: AuthSubject): void {
  void client.invalidateQueries({ queryKey: authIntegrationsQuery(at).queryKey });
}

/** From here on the server key is in memory, whatever becomes of the dialog that asked for it. */
function showKeys(client: QueryClient, at: AuthSubject, made: SdkKeysView): void {
  client.setQueryData(lastKeysQuery(at).queryKey, made);
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
