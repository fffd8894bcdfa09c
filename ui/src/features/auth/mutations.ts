import type { QueryClient } from "@tanstack/react-query";
import { operationSpec } from "@/data/mutation";
import { authIntegrationsQuery, authPlace } from "@/data/queries";
import { showOnce } from "@/features/base/oneTimeSecrets";
import type { EnableAuth, SdkKeysView } from "@/ipc/generated";
import { type AwaitedUser, domainsQuery, handoverQuery, lastKeysQuery, usersQuery } from "./queries";
import type { AuthSubject, AuthUserSubject, OnIntegration } from "./subjects";
import { integrationWords } from "./words";

/** Returns the arguments that name an integration in an operation. */
const integrationOf = (at: OnIntegration) => ({ ...authPlace(at), provider: at.integration.provider });

export const enabling = (at: AuthSubject) =>
  operationSpec({ kind: "authEnable", ...authPlace(at) }, (enable: EnableAuth) => ({ enable }), {
    onSuccess: (made, _request, client) => {
      reload(client, at);
      showKeys(client, at, made);
    },
  });

export const creatingKeys = (at: OnIntegration) =>
  operationSpec({ kind: "authCreateKeys", ...integrationOf(at) }, () => ({}), {
    onSuccess: (made, _nothing, client) => showKeys(client, at, made),
  });

export const creatingUser = (at: OnIntegration) =>
  operationSpec(
    { kind: "authCreateUser", ...integrationOf(at) },
    (user: { email: string; name: string | null }) => user,
    {
      onSuccess: ({ id }, { email }, client) => {
        client.setQueryData(usersOf(at), (known) => ({
          ...known,
          awaited: { id, email },
          arrived: undefined,
        }));
      },
    },
  );

/** Sets a user's roles. The table is not read again for it: that waits for a click. */
export const settingRoles = ({ at, user }: AuthUserSubject) =>
  operationSpec(
    { kind: "authSetUserRoles", ...authPlace(at), branchId: at.branchId ?? "", userId: user.id },
    (roles: string[]) => ({ roles }),
    {
      onSuccess: (_done, roles, client) => {
        client.setQueryData(usersOf(at), (known) => {
          if (!known?.view) return known;
          const rows = known.view.rows.map((row) => (row.id === user.id ? { ...row, roles } : row));
          return { ...known, view: { ...known.view, rows } };
        });
      },
    },
  );

/** Deletes a user. The table is not read again for it: that waits for a click. */
export const deletingUser = ({ at, user }: AuthUserSubject) =>
  operationSpec(
    { kind: "authDeleteUser", ...authPlace(at), userId: user.id, email: user.email ?? user.id },
    () => ({}),
    {
      onSuccess: (_deleted, _nothing, client) => {
        client.setQueryData(usersOf(at), (known) => {
          if (!known?.view) return known;
          const rows = known.view.rows.filter(({ id }) => id !== user.id);
          const total = known.view.total - (known.view.rows.length - rows.length);
          return { ...known, view: { ...known.view, rows, total } };
        });
      },
    },
  );

/** Selects the users to read: all, those that match a search, or one that was just created. */
interface Reading {
  search?: string | undefined;
  awaited?: AwaitedUser | undefined;
}

/** Reads the users' table through a connection, which wakes the compute. Only ever on a click. */
export const readingUsers = (at: OnIntegration) =>
  operationSpec(
    { kind: "authUsers", accountId: at.accountId, projectId: at.projectId },
    ({ search, awaited }: Reading) => ({
      request: {
        ...(at.integration.branchId !== null && { branchId: at.integration.branchId }),
        ...(at.integration.database !== null && { database: at.integration.database }),
        search: search ?? null,
        awaited: awaited?.id ?? null,
      },
    }),
    {
      key: ["auth", "users", at.accountId, at.projectId, at.branchId ?? null],
      onSuccess: (view, { search, awaited: requested }, client) => {
        client.setQueryData(usersOf(at), (known) => {
          // Found once, a user is no news in the next reading, and not missing because a search leaves them out.
          const awaited = requested ?? (known?.arrived ? undefined : known?.awaited);
          const isThere = view.rows.some(({ id }) => id === awaited?.id);
          const arrived = awaited && (isThere || view.arrived === true);
          return { view, search, awaited, arrived };
        });
      },
    },
  );

export const addingDomain = (at: OnIntegration) =>
  operationSpec({ kind: "authAddDomain", ...integrationOf(at) }, (domain: string) => ({ domain }), {
    onSuccess: (_done, domain, client) => {
      client.setQueryData(
        domainsOf(at),
        (list) => list && [...list.filter((each) => each !== domain), domain],
      );
      void client.invalidateQueries({ queryKey: domainsOf(at) });
    },
  });

export const deletingDomain = (at: OnIntegration, domain: string) =>
  operationSpec({ kind: "authDeleteDomains", ...integrationOf(at), domains: [domain] }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      client.setQueryData(domainsOf(at), (list) => list?.filter((each) => each !== domain));
    },
  });

export const gettingLink = (at: OnIntegration) =>
  operationSpec({ kind: "authTransfer", ...integrationOf(at) }, () => ({}), {
    onSuccess: (_link, _nothing, client) => reload(client, at),
  });

/** Makes the core forget a transfer link. */
export const forgettingLink = (at: OnIntegration) =>
  operationSpec({ kind: "oneTimeSecretForget" }, (id: string) => ({ id }), {
    key: ["auth", "transferForget", at.accountId, at.projectId, at.branchId ?? null],
  });

/** Opens a transfer link in the browser; `host` is the one that was shown. */
export const openingLink = ({ accountId, projectId, branchId, integration }: OnIntegration) =>
  operationSpec(
    { kind: "authTransferOpen", accountId, projectId },
    (link: { secretId: string; host: string }) => link,
    {
      onSuccess: (_done, _link, client) => {
        client.setQueryData(handoverQuery({ accountId, projectId, branchId }).queryKey, {
          ownedBy: integration.ownedBy,
        });
      },
    },
  );

/** Opens the address of the public keys in the browser; `host` is the one that was shown. */
export const openingJwks = (at: OnIntegration) =>
  operationSpec({ kind: "authJwksOpen", ...integrationOf(at) }, (host: string) => ({ host }));

export const removing = (at: OnIntegration) =>
  operationSpec({ kind: "authRemove", ...integrationOf(at) }, (choice: { deleteData: boolean }) => choice, {
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

/** Keeps the server key in memory, even if the dialog that asked for it closes. */
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
