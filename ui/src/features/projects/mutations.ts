import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { addProject, dropProject, outdateDeleted, patchProject } from "@/data/projectCache";
import { branchesQuery, projectQuery } from "@/data/queries";
import { chosenBranch } from "@/features/databases/branches";
import { mainConnection, nothing } from "@/features/databases/connection";
import { NOTHING } from "@/features/databases/words";
import { call } from "@/ipc/call";
import type {
  ChangeView,
  ConnectSource,
  CreatedProjectView,
  CreateProject,
  ProjectView,
  UpdateProject,
} from "@/ipc/generated";
import type { ProjectRef } from "./subjects";

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
  reads: true,
  run: async (_nothing, client) => call.connectCopy(await connectionOf(client, ref, true), "pooled"),
});

export const psqlOf = (ref: ProjectRef): MutationSpec<null, readonly string[]> => ({
  key: rowKey("psql", ref),
  reads: true,
  run: async (more, client) => call.connectPsql(await connectionOf(client, ref, false), [...more]),
});

/** Reads every list of the account again that is looked at. */
export const refreshingOf = (accountId: string): MutationSpec<null, void> => ({
  key: mutationKeys.projectsRefresh(accountId),
  reads: true,
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

/** The connection to the main database of the default branch. */
async function connectionOf(client: QueryClient, ref: ProjectRef, pooled: boolean): Promise<ConnectSource> {
  const branches = await client.fetchQuery(branchesQuery(ref.accountId, ref.projectId));
  const branch = chosenBranch(branches, undefined);
  if (!branch) throw nothing(NOTHING.branch);
  return mainConnection(client, { ...ref, branchId: branch.id }, pooled);
}
