import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { addProject, dropProject, outdateDeleted, patchProject } from "@/data/projectCache";
import { accountsQuery, branchesQuery, databasesQuery, projectQuery } from "@/data/queries";
import { call, IpcError } from "@/ipc/call";
import type {
  ChangeView,
  ConnectSource,
  CreatedProjectView,
  CreateProject,
  ProjectView,
  UpdateProject,
} from "@/ipc/generated";
import type { ProjectRef } from "./subjects";
import { NOTHING } from "./words";

/** Makes a project. Two at a time are never asked for, however often the button is pressed. */
export const creatingOf = (accountId: string): MutationSpec<CreatedProjectView, CreateProject> => ({
  key: mutationKeys.projectCreate(accountId),
  run: (create) => call.projectCreate(accountId, create),
  onSuccess: ({ project }, _create, client) => addProject(client, accountId, project),
});

/** Changes a project and shows it everywhere as it is then. */
export const renamingOf = ({
  accountId,
  projectId,
}: ProjectRef): MutationSpec<ChangeView<ProjectView>, string> => ({
  key: mutationKeys.projectRename(`${accountId}/${projectId}`),
  run: (name) => call.projectUpdate(accountId, projectId, renameOf(name)),
  onSuccess: ({ item }, _name, client) => patchProject(client, accountId, item),
});

/** A change of the name alone: what is null stays. */
export function renameOf(name: string): UpdateProject {
  return { name, compute: {}, settings: {}, historyRetentionSeconds: null };
}

export const deletingOf = ({ accountId, projectId }: ProjectRef): MutationSpec<null, void> => ({
  key: mutationKeys.projectDelete(`${accountId}/${projectId}`),
  run: () => call.projectDelete(accountId, projectId),
  onSuccess: (_done, _nothing, client) => {
    dropProject(client, accountId, projectId, "present");
    outdateDeleted(client, accountId);
    void client.invalidateQueries({ queryKey: keys.undo });
  },
});

/** Brings a deleted project back. */
export const recoveringOf = ({ accountId, projectId }: ProjectRef): MutationSpec<ProjectView, void> => ({
  key: rowKey("recover", { accountId, projectId }),
  run: () => call.projectRecover(accountId, projectId),
  onSuccess: (project, _nothing, client) => {
    dropProject(client, accountId, projectId, "deleted");
    addProject(client, accountId, project);
    void client.resetQueries({ queryKey: projectQuery(accountId, projectId).queryKey });
    void client.invalidateQueries({ queryKey: keys.undo });
  },
});

export const copyKey = (ref: ProjectRef) => rowKey("copy", ref);

/** Puts the pooled connection string of the project's main database on the clipboard, not passing through the window. */
export const copyingOf = (ref: ProjectRef): MutationSpec<number, void> => ({
  key: copyKey(ref),
  run: async (_nothing, client) => call.connectCopy(await mainConnection(client, ref, true), "pooled"),
});

export const psqlOf = (ref: ProjectRef): MutationSpec<null, readonly string[]> => ({
  key: rowKey("psql", ref),
  run: async (more, client) => call.connectPsql(await mainConnection(client, ref, false), [...more]),
});

/** Reads every list of the account again that is looked at. */
export const refreshingOf = (accountId: string): MutationSpec<null, void> => ({
  key: mutationKeys.projectsRefresh(accountId),
  run: (_nothing, client) => reread(client, accountId),
});

async function reread(client: QueryClient, accountId: string): Promise<null> {
  await client.refetchQueries({ queryKey: keys.projectPages(accountId), type: "active" });
  return null;
}

/** The name of a row's work, by which its failure is found: see `mutationKeys.projectRow`. */
function rowKey(verb: string, { accountId, projectId }: ProjectRef) {
  return [...mutationKeys.projectRow(accountId), verb, projectId];
}

/** A project that turned out to be gone: its list is read again. */
export function reload(client: QueryClient, accountId: string): void {
  void client.invalidateQueries({ queryKey: keys.projectPages(accountId) });
}

/** The database that is meant when only the project is named: the usual one of its default branch, else the first. */
async function mainConnection(
  client: QueryClient,
  { accountId, projectId }: ProjectRef,
  pooled: boolean,
): Promise<ConnectSource> {
  const [accounts, branches] = await Promise.all([
    client.ensureQueryData(accountsQuery),
    client.fetchQuery(branchesQuery(accountId, projectId)),
  ]);
  const branch = branches.find(({ isDefault }) => isDefault) ?? branches[0];
  if (!branch) throw nothing(NOTHING.branch);
  const databases = await client.fetchQuery(databasesQuery(accountId, projectId, branch.id));
  const usual = accounts.find(({ id }) => id === accountId)?.profile.database;
  const database = databases.find(({ name }) => name === usual) ?? databases[0];
  if (!database) throw nothing(NOTHING.database);
  return {
    kind: "project",
    accountId,
    projectId,
    request: {
      database: database.name,
      role: database.owner,
      branchId: branch.id,
      computeId: null,
      pooled,
    },
  };
}

function nothing({ message, hint }: { message: string; hint: string }): IpcError {
  return new IpcError({
    code: "notFound",
    message,
    hint,
    requestId: null,
    about: null,
  });
}
