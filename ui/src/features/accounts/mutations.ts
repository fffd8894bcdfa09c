import type { QueryClient } from "@tanstack/react-query";
import { keys, workKeys } from "@/data/keys";
import type { Once } from "@/data/once";
import { accountsQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { AccountView, ConnectAccount, EditAccount } from "@/ipc/generated";

const settle = (view: AccountView, _input: unknown, client: QueryClient) => {
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
  settle(view, input, client);
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
  key: Once<string> | null;
}

/** Asks with the key first, and saves only then. */
export const connecting: Work<AccountView, Once<ConnectAccount>> = {
  key: workKeys.accountConnect,
  run: (request) => call.accountConnect(request.take()),
  settle,
};

/** A key comes with an address that the account's own key is not for. */
export const editingOf = (id: string): Work<AccountView, Editing> => ({
  key: workKeys.accountEdit(id),
  run: ({ edit, key }) => call.accountEdit(id, edit, key?.take() ?? null),
  settle,
});

/** Locks an account against changes, or lets them through again. */
export const lockingOf = (id: string): Work<AccountView, boolean> => ({
  key: workKeys.accountLock(id),
  run: (isReadOnly) => call.accountEdit(id, { isReadOnly }, null),
  settle,
});

export const replacingOf = (id: string): Work<AccountView, Once<string>> => ({
  key: workKeys.accountReplace(id),
  run: (key) => call.accountReplaceKey(id, key.take()),
  settle: settleKey,
});

export const recheckingOf = (id: string): Work<AccountView, void> => ({
  key: workKeys.accountRecheck(id),
  run: () => call.accountRecheck(id),
  settle: settleKey,
});

export const removingOf = (id: string): Work<null, void> => ({
  key: workKeys.accountRemove(id),
  run: () => call.accountRemove(id),
  settle: (_gone, _input, client) => {
    client.setQueryData(accountsQuery.queryKey, (accounts) => accounts?.filter((each) => each.id !== id));
    forgetReadings(client, id);
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
  },
});

/** What was read of an account that is no longer here. Its id stands right after the resource, wherever there is one. */
function forgetReadings(client: QueryClient, id: string): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
}

/** Shows another account. Quick switches come one after the other, and the last one counts. */
export const choosing: Work<AccountView, string> = {
  key: workKeys.accountChoose,
  inTurn: true,
  run: (id) => call.accountChoose(id),
  settle,
};

/** Remembers what was open last; what is null stays. */
export const rememberingOf = (
  id: string,
): Work<AccountView, { organizationId?: string; projectId?: string }> => ({
  key: workKeys.accountRemember(id),
  inTurn: true,
  run: ({ organizationId, projectId }) => call.accountRemember(id, organizationId ?? null, projectId ?? null),
  settle,
});
