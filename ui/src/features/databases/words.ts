import { listed } from "@/data/format";
import type { RoleView } from "@/ipc/generated";
import { actions, destructions } from "@/ipc/words";
import type { DatabaseSubject, OnBranch, RoleSubject } from "./subjects";

/** Whether there is a password at all. */
export function canLogIn({ authenticationMethod }: RoleView): boolean {
  return authenticationMethod !== "no_login";
}

const LOGIN: Record<string, string> = {
  password: "Password",
  no_login: "No login",
  oauth: "Browser sign-in",
};

/** How a role logs in; the platform's word where it is a new one. */
export function loginWord({ authenticationMethod }: RoleView): string {
  if (authenticationMethod === null) return "–";
  return LOGIN[authenticationMethod] ?? authenticationMethod;
}

/** Why a role cannot be changed. */
export function changeBlocked({ role, locked }: RoleSubject): string | undefined {
  return role.isProtected ? BLOCKED.managed : locked;
}

/** Why nobody can connect with a role. */
export function loginBlocked({ role }: RoleSubject): string | undefined {
  if (role.isProtected) return BLOCKED.hidden;
  return canLogIn(role) ? undefined : BLOCKED.noLogin;
}

/** Why a role's password cannot be had. */
export function passwordBlocked(subject: RoleSubject): string | undefined {
  const stored = subject.storesPasswords !== false;
  return loginBlocked(subject) ?? (stored ? undefined : BLOCKED.notStored);
}

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  roleCopy: {
    title: "Copy connection string",
    titleFor: ({ connectsTo }: RoleSubject): string =>
      connectsTo ? `Copy connection string to ${connectsTo}` : "Copy connection string",
  },
  rolePsql: {
    title: actions.openPsql.order,
    titleFor: ({ role }: RoleSubject): string => `Open psql as ${role.name}`,
  },
  reveal: { title: "Reveal password…" },
  copyPassword: { title: actions.copyPassword.order },
  reset: { title: `${actions.resetPassword.order}…` },
  roleDelete: { title: "Delete…", titleFor: ({ role }: RoleSubject): string => `Delete ${role.name}…` },
  databaseNew: {
    title: "New database…",
    titleFor: ({ branchName }: OnBranch): string => `New database on ${branchName}…`,
  },
  roleNew: {
    title: "New role…",
    titleFor: ({ branchName }: OnBranch): string => `New role on ${branchName}…`,
  },
  connect: {
    title: "Show connection details",
    titleFor: ({ database }: DatabaseSubject): string => `Show connection details of ${database.name}`,
  },
  databaseCopy: { title: "Copy connection string" },
  databasePsql: { title: actions.openPsql.order },
  env: { title: "Write to .env…" },
  rename: { title: "Rename…" },
  owner: { title: "Change owner…" },
  databaseDelete: {
    title: "Delete…",
    titleFor: ({ database }: DatabaseSubject): string => `Delete ${database.name}…`,
  },
};

/** The parts of a menu. */
export const GROUPS = {
  connect: "This database",
  change: "Change this database",
  copy: "Copy this database",
  role: "This role",
  copyRole: "Copy this role",
  changeRole: "Change this role",
  deleteRole: "Delete this role",
  data: "Databases and roles",
  deleteDatabase: "Delete this database",
};

/** Why an action can’t be used, as labels. */
export const BLOCKED = {
  managed: "The platform manages this role. It can’t be changed",
  hidden: "The platform manages this role and keeps its password private",
  noLogin: "This role can’t log in, so it has no password",
  notStored: "This project stores no passwords. Reset it to get a new one",
  noDatabase: "This branch has no database to connect to",
};

/** The tab. */
export const TAB = {
  elsewhere: (branch: string): string => `That branch no longer exists. Showing ${branch}.`,
  passwordNotCopied: "Couldn’t copy the password",
  loading: "databases and roles",
  branchesFailed: "Couldn’t load the branches",
  noBranches: "This project has no branches, so it has no databases.",
  branchHint: "Each branch has its own databases and roles.",
  defaultBranch: (name: string): string => `${name} (default)`,
};

/** The databases of a branch. */
export const DATABASES = {
  failed: "Couldn’t load the databases",
  title: "Databases",
  loading: "databases",
  call: (branch: string): string => `List databases of ${branch}`,
  none: "No databases on this branch",
  noneText: "A database holds tables and belongs to a role. Apps connect to a database.",
  of: (branch: string): string => `Databases of ${branch}`,
};

/** The roles of a branch. */
export const ROLES = {
  failed: "Couldn’t load the roles",
  title: "Roles",
  loading: "roles",
  call: (branch: string): string => `List roles of ${branch}`,
  none: "No roles on this branch",
  noneText: "A role owns databases and logs in with its own password.",
  of: (branch: string): string => `Roles of ${branch}`,
  owns: "Owns",
  ownsNothing: "No databases",
  login: "Login",
  managed: "Managed by the platform",
};

/** The name of a database or a role. */
export const NAME = {
  tooLong: (bytes: number, most: number, isWide: boolean): string =>
    isWide
      ? `The name is ${bytes} bytes long. PostgreSQL allows at most ${most}. Letters other than a to z take more than one byte.`
      : `The name is ${bytes} bytes long. PostgreSQL allows at most ${most}.`,
  hint: "At most 63 bytes. Case-sensitive.",
  invalid: "Use letters, digits and underscores.",
  spaces: "The name starts or ends with a space.",
};

/** A name that something already has. */
export const TAKEN = {
  use: { database: "Use existing database", role: "Use existing role" },
  text: {
    database: (branch: string): string => `${branch} already has a database with this name.`,
    role: (branch: string): string => `${branch} already has a role with this name.`,
  },
  title: (name: string): string => `${name} already exists`,
  other: "Enter another name.",
};

/** Who owns a database. */
export const OWNER = {
  missing: "Choose an owner.",
  title: (name: string): string => `Change owner of ${name}`,
  submit: "Change owner",
  failed: "Couldn’t change the owner",
  rolesFailed: "Couldn’t load the roles",
  hint: "The owner has full control of the database.",
  loading: "Loading roles…",
  choose: "Choose a role…",
};

/** Creating a database. */
export const CREATE_DATABASE = {
  title: (branch: string): string => `New database on ${branch}`,
  submit: actions.createDatabase.order,
  failed: "Couldn’t create the database",
};

/** Renaming a database. */
export const RENAME = {
  title: (name: string): string => `Rename ${name}`,
  failed: "Couldn’t rename the database",
  taken: (branch: string): string => `${branch} already has a database with this name.`,
  means: "Closes its connections. Apps need the new name in their connection strings.",
};

/** Deleting a database. */
export const DELETE_DATABASE = {
  title: (name: string): string => `Delete database ${name}?`,
  submit: destructions.deleteDatabase.word,
  call: (name: string): string => `Delete ${name}`,
  failed: "Couldn’t delete the database",
  means: destructions.deleteDatabase.means,
};

/** Creating a role. */
export const CREATE_ROLE = {
  title: (branch: string): string => `New role on ${branch}`,
  submit: actions.createRole.order,
  failed: "Couldn’t create the role",
  login: "Login",
  password: "Password",
  passwordHint: "The platform generates a password and shows it right after.",
  noLogin: "No login",
  noLoginHint: "For owning objects, or for granting to other roles.",
  lost: "The password was lost",
  lostText:
    "The role was created, but the reply with its password was lost. Reset the password to get a new one.",
};

/** The password of a role. */
export const PASSWORD = {
  copied: "Password",
  title: (name: string): string => `Password of ${name}`,
  reset: `${actions.resetPassword.order}…`,
  text: (branch: string, project: string): string =>
    `On ${branch} of ${project}. Other branches may have a different one.`,
  call: (name: string): string => `Reveal the password of ${name}`,
  label: "password",
  failed: "Couldn’t reveal the password",
};

/** A new password, shown once. */
export const ONE_TIME = {
  name: (role: string, branch: string): string => `${role} on ${branch}`,
  title: (name: string): string => `Password of ${name}`,
};

/** The password of a new role. */
export const NEW_PASSWORD = {
  once: "Copy it now or save it to a file. After that it can only be reset.",
  again: "You can reveal it again from the role’s menu.",
  until: "It works in a few seconds, once it is applied.",
};

/** A password that was reset. */
export const RESET_PASSWORD = {
  once: "Copy it now or save it to a file. After that it can only be reset again. Give the new password to apps that use the old one.",
  again: "Give the new password to apps that use the old one. You can reveal it again from the role’s menu.",
  until: "It works in a few seconds, once it is applied. Until then the old password works.",
};

/** The project folders whose env file has a role’s password. */
export const FOLDERS = {
  means: (names: readonly string[]) =>
    `The env ${names.length === 1 ? "file" : "files"} of ${listed(names)} will have the old password. Plinth offers to write the new one.`,
  former: (names: readonly string[]) =>
    `The env ${names.length === 1 ? "file" : "files"} of ${listed(names)} still ${names.length === 1 ? "has" : "have"} the old password`,
  formerText: "Write the new one to all project folders that use this role.",
  review: "Review and write…",
} as const;

/** Resetting a password. */
export const RESET = {
  title: (name: string): string => `Reset the password of ${name}?`,
  again: "Reset again",
  submit: actions.resetPassword.order,
  call: (name: string): string => `Reset the password of ${name}`,
  failed: "Couldn’t reset the password",
  lost: "The new password was lost",
  lostText: "It was reset, but the reply with the new password was lost. Reset it again to get another one.",
  means:
    "The platform generates a new password and shows it right after. Apps can’t log in with the old one once the new one is applied. Other branches keep theirs.",
};

/** Deleting a role. */
export const DELETE_ROLE = {
  owns: (databases: readonly string[]): string =>
    databases.length === 1
      ? `It owns ${listed(databases)}. Assign it to another role or delete it first.`
      : `It owns ${listed(databases, 5)}. Assign them to another role or delete them first.`,
  blocked: (name: string): string => `${name} can’t be deleted yet`,
  title: (name: string): string => `Delete role ${name}?`,
  submit: actions.deleteRole.order,
  call: (name: string): string => `Delete ${name}`,
  failed: "Couldn’t delete the role",
  means:
    "Apps can no longer log in with it, and its password is lost. A new role with the same name gets a new password. If the role still owns tables or other objects, the platform refuses: assign them to another role first.",
};

/** Why there is nothing to connect to. */
export const NOTHING = {
  branch: { message: "The project has no branch to connect to", hint: "Create one under Branches." },
  database: {
    message: "The branch has no database to connect to",
    hint: "Create one under Databases & roles.",
  },
};
