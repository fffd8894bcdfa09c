import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { accountsQuery } from "@/data/queries";
import type { SingleUse } from "@/data/singleUse";
import { call } from "@/ipc/call";
import type { AccountView, ConnectAccount, EditAccount } from "@/ipc/generated";

const onSuccess = (view: AccountView, _input: unknown, client: QueryClient) => {
  client.setQueryData(accountsQuery.queryKey, (accounts) => accounts && withAccount(accounts, view));
};

/** The accounts with one of them as it is now; at most one is the current one. */
export function withAccount(accounts: readonly AccountView[], view: AccountView): AccountView[] {
  const others = (account: AccountView) =>
    view.isCurrent && account.isCurrent ? { ...account, isCurrent: false } : account;
  const known = accounts.some(({ id }) => id === view.id);
  const rest = accounts.map((account) => (account.id === view.id ? view : others(account)));
  return known ? rest : [...rest, view];
}

/** With a key that works now, what was refused with the one before is asked again where it is shown. */
const settleKey = (view: AccountView, input: unknown, client: QueryClient) => {
  onSuccess(view, input, client);
  if (view.state !== "ready") return;
  const { id } = view;
  const answered = [
    keys.projectLists(id),
    keys.projectsOf(id),
    keys.organizations(id),
    keys.regions(id),
    keys.user(id),
  ];
  for (const queryKey of answered) void client.invalidateQueries({ queryKey });
};

interface Editing {
  edit: EditAccount;
  key: SingleUse<string> | null;
}

/** Asks with the key first, and saves only then. */
export const connecting: MutationSpec<AccountView, SingleUse<ConnectAccount>> = {
  key: mutationKeys.accountConnect,
  run: (request) => call({ kind: "accountConnect", request: request.take() }),
  onSuccess,
};

/** A key comes with an address that the account's own key is not for. */
export const editingOf = (id: string): MutationSpec<AccountView, Editing> => ({
  key: mutationKeys.accountEdit(id),
  run: ({ edit, key }) => call({ kind: "accountEdit", id, edit, key: key?.take() ?? null }),
  onSuccess,
});

/** Locks an account against changes, or lets them through again. */
export const lockingOf = (id: string) =>
  operationSpec({ kind: "accountEdit", id }, (isReadOnly: boolean) => ({ edit: { isReadOnly }, key: null }), {
    key: mutationKeys.accountLock(id),
    onSuccess,
  });

export const replacingOf = (id: string): MutationSpec<AccountView, SingleUse<string>> => ({
  key: mutationKeys.accountReplace(id),
  run: (key) => call({ kind: "accountReplaceKey", id, key: key.take() }),
  onSuccess: settleKey,
});

export const recheckingOf = (id: string) =>
  operationSpec({ kind: "accountRecheck", id }, () => ({}), { onSuccess: settleKey });

export const removingOf = (id: string) =>
  operationSpec({ kind: "accountRemove", id }, () => ({}), {
    onSuccess: (_gone, _input, client) => {
      client.setQueryData(accountsQuery.queryKey, (accounts) => accounts?.filter((each) => each.id !== id));
      dropQueries(client, id);
      void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
    },
  });

/** What was read of an account that is no longer here. Its id stands right after the resource, wherever there is one. */
function dropQueries(client: QueryClient, id: string): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
}

/** Shows another account. Quick switches come one after the other, and the last one counts. */
export const choosing = operationSpec({ kind: "accountChoose" }, (id: string) => ({ id }), {
  inTurn: true,
  onSuccess,
});

/** Remembers what was open last. An absent part stays as it is. */
export const rememberingOf = (id: string) =>
  operationSpec(
    { kind: "accountRemember", id },
    ({ organizationId, projectId }: { organizationId?: string; projectId?: string }) => ({
      organizationId: organizationId ?? null,
      projectId: projectId ?? null,
    }),
    { inTurn: true, onSuccess },
  );
