import type { QueryClient } from "@tanstack/react-query";
import { operationSpec } from "@/data/mutation";
import { accountsQuery, databasesQuery, projectQuery, rolesQuery } from "@/data/queries";
import { showOnce } from "@/features/base/oneTimeSecrets";
import type {
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

export const creatingDatabase = (at: OnBranch) =>
  operationSpec({ kind: "databaseCreate", ...placeOf(at) }, (made: { name: string; owner: string }) => made, {
    onSuccess: ({ item }, _made, client) => putDatabaseIntoCache(client, at, item, item.name),
  });

export const updatingDatabase = (at: OnBranch, name: string) =>
  operationSpec({ kind: "databaseUpdate", ...placeOf(at), name }, (update: UpdateDatabase) => ({ update }), {
    onSuccess: ({ item }, _update, client) => putDatabaseIntoCache(client, at, item, name),
  });

export const deletingDatabase = (at: OnBranch, name: string) =>
  operationSpec({ kind: "databaseDelete", ...placeOf(at), name }, () => ({}), {
    onSuccess: (_gone, _nothing, client) => {
      client.setQueryData(databasesOf(at), (list) => list?.filter((each) => each.name !== name));
    },
  });

export const creatingRole = (at: OnBranch) =>
  operationSpec({ kind: "roleCreate", ...placeOf(at) }, (made: { name: string; noLogin: boolean }) => made, {
    onSuccess: (made, _request, client) => {
      putRoleIntoCache(client, at, made.role);
      showPassword(client, at, made, NEW_PASSWORD);
    },
  });

export const resettingPassword = (at: OnBranch, name: string) =>
  operationSpec({ kind: "roleResetPassword", ...placeOf(at), name }, () => ({}), {
    onSuccess: (made, _nothing, client) => {
      putRoleIntoCache(client, at, made.role);
      showPassword(client, at, made, RESET_PASSWORD);
    },
  });

export const deletingRole = (at: OnBranch, name: string) =>
  operationSpec({ kind: "roleDelete", ...placeOf(at), name }, () => ({}), {
    onSuccess: (_gone, _nothing, client) => {
      client.setQueryData(rolesOf(at), (list) => list?.filter((each) => each.name !== name));
    },
  });

const placeOf = ({ accountId, projectId, branchId }: OnBranch) => ({ accountId, projectId, branchId });

/** Begins the mutation keys of the menu actions: their errors show above the tables. */
export const quickKey = ({ accountId, projectId, branchId }: OnBranch) => [
  "data",
  "quick",
  accountId,
  projectId,
  branchId,
];

export const copyingPassword = (at: OnBranch) =>
  operationSpec({ kind: "roleCopyPassword", ...placeOf(at) }, (name: string) => ({ name }), {
    key: [...quickKey(at), "password"],
    reads: true,
  });

/** Puts the pooled string on the clipboard without it passing through the window. */
export const copyingString = (at: OnBranch) =>
  operationSpec({ kind: "connectCopy", form: "pooled" }, (source: ConnectSource) => ({ source }), {
    key: [...quickKey(at), "copy"],
    reads: true,
  });

export const openingPsql = (at: OnBranch) =>
  operationSpec({ kind: "connectPsql", more: [] }, (source: ConnectSource) => ({ source }), {
    key: [...quickKey(at), "psql"],
    reads: true,
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

/** Returns a source with the password that is in memory, for a platform that stores no passwords. */
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
