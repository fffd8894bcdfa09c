import { perform } from "@/data/mutation";
import { databasesQuery, rolesQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { COMMON } from "@/features/base/words";
import { textActions } from "@/features/calls/copying";
import type { ConnectSource } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { copied } from "@/kit/overlay/toasts";
import { connectionTo } from "./connection";
import { copyingPassword, copyingString, openingPsql } from "./mutations";
import type { DatabaseSubject, RoleSubject } from "./subjects";
import {
  ACTIONS,
  BLOCKED,
  canLogIn,
  changeBlocked,
  DATABASES,
  GROUPS,
  loginBlocked,
  PASSWORD,
  passwordBlocked,
  ROLES,
} from "./words";

const connectBlocked = (subject: RoleSubject) =>
  loginBlocked(subject) ?? (subject.connectsTo ? undefined : BLOCKED.noDatabase);

const roleActions: readonly Action[] = [
  ...actionsOn({ about: "role", group: GROUPS.role, blocked: connectBlocked }, [
    {
      id: "role.copy",
      ...ACTIONS.roleCopy,
      icon: "copy",
      shortcut: "Mod+Shift+C",
      async run(subject, { client }) {
        const source = sourceOfRole(subject, "pooled");
        const seconds = source && (await perform(client, copyingString(subject), source));
        if (seconds !== undefined) copied(COMMON.connectionString, seconds);
      },
    },
    {
      id: "role.psql",
      ...ACTIONS.rolePsql,
      icon: "terminal",
      async run(subject, { client }) {
        const source = sourceOfRole(subject, "direct");
        if (source) await perform(client, openingPsql(subject), source);
      },
    },
    {
      id: "role.reveal",
      ...ACTIONS.reveal,
      icon: "eye",
      keywords: "show secret",
      blocked: passwordBlocked,
      run: (subject) => openDialog({ dialog: "rolePassword", subject }),
    },
    {
      id: "role.copyPassword",
      ...ACTIONS.copyPassword,
      icon: "key",
      blocked: passwordBlocked,
      async run(subject, { client }) {
        const seconds = await perform(client, copyingPassword(subject), subject.role.name);
        if (seconds !== undefined) copied(PASSWORD.copied, seconds);
      },
    },
  ]),
  actionOn({
    id: "role.reset",
    about: "role",
    group: GROUPS.changeRole,
    ...ACTIONS.reset,
    icon: "refresh",
    keywords: "new password rotate",
    blocked: (subject) =>
      changeBlocked(subject) ?? (canLogIn(subject.role) ? undefined : passwordBlocked(subject)),
    run: (subject) => openDialog({ dialog: "resetPassword", subject }),
  }),
  ...textActions({
    id: "role",
    about: "role",
    group: GROUPS.copyRole,
    json: ({ role }) => role,
    callOf: ({ accountId, projectId, branchId, branchName }) => ({
      operation: rolesQuery(accountId, projectId, branchId).operation,
      title: ROLES.of(branchName),
    }),
  }),
  actionOn({
    id: "role.delete",
    about: "role",
    group: GROUPS.deleteRole,
    ...ACTIONS.roleDelete,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "drop remove",
    blocked: changeBlocked,
    run: (subject) => openDialog({ dialog: "deleteRole", subject }),
  }),
];

/**
 * How a program connects, or a person: programs through the pooler, psql by a session of its own. The string of the one
 * is not among the forms of the other.
 */
type Way = "pooled" | "direct";

/** The connection to a database as its owner. */
function sourceOfDatabase({ database, ...at }: DatabaseSubject, way: Way): ConnectSource {
  return connectionTo(at, { database: database.name, role: database.owner, pooled: way === "pooled" });
}

/** The connection with a role to a database of its branch; nothing where there is no database or no login. */
function sourceOfRole({ role, connectsTo, ...at }: RoleSubject, way: Way): ConnectSource | undefined {
  if (connectsTo === undefined) return undefined;
  return connectionTo(at, { database: connectsTo, role: role.name, pooled: way === "pooled" });
}

/** Everything that a button or a menu does to a database or a role of a branch. */
export const databaseActions: readonly Action[] = [
  ...actionsOn({ about: "data", group: GROUPS.data, blocked: ({ locked }) => locked }, [
    {
      id: "database.new",
      ...ACTIONS.databaseNew,
      icon: "plus",
      keywords: "create add",
      run: (at) => openDialog({ dialog: "createDatabase", at }),
    },
    {
      id: "role.new",
      ...ACTIONS.roleNew,
      icon: "plus",
      keywords: "create add user login password",
      run: (at) => openDialog({ dialog: "createRole", at }),
    },
  ]),
  ...actionsOn({ about: "database", group: GROUPS.connect }, [
    {
      id: "database.connect",
      ...ACTIONS.connect,
      icon: "plug",
      run: ({ accountId, projectId, branchId, database }, { router }) =>
        router.go({
          screen: "project",
          account: accountId,
          id: projectId,
          branch: branchId,
          name: database.name,
        }),
    },
    {
      id: "database.copy",
      ...ACTIONS.databaseCopy,
      icon: "copy",
      shortcut: "Mod+Shift+C",
      async run(subject, { client }) {
        const seconds = await perform(client, copyingString(subject), sourceOfDatabase(subject, "pooled"));
        if (seconds !== undefined) copied(COMMON.connectionString, seconds);
      },
    },
    {
      id: "database.psql",
      ...ACTIONS.databasePsql,
      icon: "terminal",
      blocked: ({ locked }) => locked,
      run: (subject, { client }) =>
        perform(client, openingPsql(subject), sourceOfDatabase(subject, "direct")),
    },
    {
      id: "database.env",
      ...ACTIONS.env,
      icon: "file",
      run: (subject) =>
        openDialog({
          dialog: "writeConnection",
          source: sourceOfDatabase(subject, "pooled"),
          name: subject.database.name,
        }),
    },
  ]),
  ...actionsOn({ about: "database", group: GROUPS.change, blocked: ({ locked }) => locked }, [
    {
      id: "database.rename",
      ...ACTIONS.rename,
      icon: "pencil",
      shortcut: "F2",
      run: (subject) => openDialog({ dialog: "renameDatabase", subject }),
    },
    {
      id: "database.owner",
      ...ACTIONS.owner,
      icon: "user",
      keywords: "role give",
      run: (subject) => openDialog({ dialog: "databaseOwner", subject }),
    },
  ]),
  ...textActions({
    id: "database",
    about: "database",
    group: GROUPS.copy,
    json: ({ database }) => database,
    callOf: ({ accountId, projectId, branchId, branchName }) => ({
      operation: databasesQuery(accountId, projectId, branchId).operation,
      title: DATABASES.of(branchName),
    }),
  }),
  actionOn({
    id: "database.delete",
    about: "database",
    group: GROUPS.deleteDatabase,
    ...ACTIONS.databaseDelete,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "drop remove",
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "deleteDatabase", subject }),
  }),
  ...roleActions,
];
