import type { QueryClient } from "@tanstack/react-query";
import type { MutationSpec } from "@/data/mutation";
import { accountsQuery, databasesQuery, projectQuery, rolesQuery } from "@/data/queries";
import { showOnce } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type {
  ChangeView,
  ConnectSource,
  DatabaseView,
  NewPasswordView,
  OneTimeSecretView,
  RoleView,
  UpdateDatabase,
} from "@/ipc/generated";
import { connectionTo, mainDatabase } from "./connection";
import type { OnBranch } from "./subjects";
import { NEW_PASSWORD, ONE_TIME, RESET_PASSWORD } from "./words";

const keyOf = (verb: string, { accountId, projectId, branchId }: OnBranch, name?: string) => [
  "data",
  verb,
  accountId,
  projectId,
  branchId,
  ...(name === undefined ? [] : [name]),
];

export const creatingDatabase = (
  at: OnBranch,
): MutationSpec<ChangeView<DatabaseView>, { name: string; owner: string }> => ({
  key: keyOf("createDatabase", at),
  run: ({ name, owner }) => call.databaseCreate(at.accountId, at.projectId, at.branchId, name, owner),
  onSuccess: ({ item }, _request, client) => putDatabaseIntoCache(client, at, item, item.name),
});

export const updatingDatabase = (
  at: OnBranch,
  name: string,
): MutationSpec<ChangeView<DatabaseView>, UpdateDatabase> => ({
  key: keyOf("updateDatabase", at, name),
  run: (update) => call.databaseUpdate(at.accountId, at.projectId, at.branchId, name, update),
  onSuccess: ({ item }, _update, client) => putDatabaseIntoCache(client, at, item, name),
});

export const deletingDatabase = (at: OnBranch, name: string): MutationSpec<null, void> => ({
  key: keyOf("deleteDatabase", at, name),
  run: () => call.databaseDelete(at.accountId, at.projectId, at.branchId, name),
  onSuccess: (_gone, _nothing, client) => {
    client.setQueryData(databasesOf(at), (list) => list?.filter((each) => each.name !== name));
  },
});

export const creatingRole = (
  at: OnBranch,
): MutationSpec<NewPasswordView, { name: string; noLogin: boolean }> => ({
  key: keyOf("createRole", at),
  run: ({ name, noLogin }) => call.roleCreate(at.accountId, at.projectId, at.branchId, name, noLogin),
  onSuccess: (made, _request, client) => {
    putRoleIntoCache(client, at, made.role);
    showPassword(client, at, made, NEW_PASSWORD);
  },
});

export const resettingPassword = (at: OnBranch, name: string): MutationSpec<NewPasswordView, void> => ({
  key: keyOf("resetPassword", at, name),
  run: () => call.roleResetPassword(at.accountId, at.projectId, at.branchId, name),
  onSuccess: (made, _nothing, client) => {
    putRoleIntoCache(client, at, made.role);
    showPassword(client, at, made, RESET_PASSWORD);
  },
});

export const deletingRole = (at: OnBranch, name: string): MutationSpec<null, void> => ({
  key: keyOf("deleteRole", at, name),
  run: () => call.roleDelete(at.accountId, at.projectId, at.branchId, name),
  onSuccess: (_gone, _nothing, client) => {
    client.setQueryData(rolesOf(at), (list) => list?.filter((each) => each.name !== name));
  },
});

/** What is done right from a menu; its refusals are shown above the tables. */
export const quickKey = ({ accountId, projectId, branchId }: OnBranch) => [
  "data",
  "quick",
  accountId,
  projectId,
  branchId,
];

export const copyingPassword = (at: OnBranch): MutationSpec<number, string> => ({
  key: [...quickKey(at), "password"],
  reads: true,
  run: (name) => call.roleCopyPassword(at.accountId, at.projectId, at.branchId, name),
});

/** Puts the pooled string on the clipboard without it passing through the window. */
export const copyingString = (at: OnBranch): MutationSpec<number, ConnectSource> => ({
  key: [...quickKey(at), "copy"],
  reads: true,
  run: (source) => call.connectCopy(source, "pooled"),
});

export const openingPsql = (at: OnBranch): MutationSpec<null, ConnectSource> => ({
  key: [...quickKey(at), "psql"],
  reads: true,
  run: (source) => call.connectPsql(source, []),
});

const databasesOf = (at: OnBranch) => databasesQuery(at.accountId, at.projectId, at.branchId).queryKey;
const rolesOf = (at: OnBranch) => rolesQuery(at.accountId, at.projectId, at.branchId).queryKey;

/**
 * From here on the password is in memory, whatever becomes of the dialog that asked for it. `words`: what to know where it is
 * shown this once, where it can be revealed again, and until it counts.
 */
function showPassword(
  client: QueryClient,
  at: OnBranch,
  made: NewPasswordView,
  words: { once: string; again: string; until: string },
): void {
  const { role, password, operations } = made;
  const name = ONE_TIME.name(role.name, at.branchName);
  const again =
    client.getQueryData(projectQuery(at.accountId, at.projectId).queryKey)?.storesPasswords === true;
  const databases = client.getQueryData(databasesOf(at)) ?? [];
  const accounts = client.getQueryData(accountsQuery.queryKey) ?? [];
  const database = mainDatabase(
    databases,
    accounts.find(({ id }) => id === at.accountId),
  );
  const source = database && connectionTo(at, { database: database.name, role: role.name, pooled: true });
  showOnce(client, {
    name,
    ...(source && password && { connect: { name, source: again ? source : withPassword(source, password) } }),
    title: ONE_TIME.title(name),
    note: again ? words.again : words.once,
    again,
    items: password ? [password] : [],
    ...(operations.length > 0 && { more: [words.until] }),
  });
}

/** Where the platform stores no passwords, the string gets the one that is in memory for as long as it is shown. */
function withPassword(source: ConnectSource, { id }: OneTimeSecretView): ConnectSource {
  return source.kind === "project" ? { ...source, kind: "newPassword", id } : source;
}

function putDatabaseIntoCache(client: QueryClient, at: OnBranch, item: DatabaseView, before: string): void {
  client.setQueryData(databasesOf(at), (list) => {
    if (!list) return list;
    const others = list.filter((each) => each.name !== before && each.name !== item.name);
    return [...others, item];
  });
}

function putRoleIntoCache(client: QueryClient, at: OnBranch, item: RoleView): void {
  client.setQueryData(rolesOf(at), (list) => {
    if (!list) return list;
    return [...list.filter((each) => each.name !== item.name), item];
  });
}
