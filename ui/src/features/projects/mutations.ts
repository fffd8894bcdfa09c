import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { addProject, dropProject, outdateDeleted, patchProject } from "@/data/projectCache";
import { branchesQuery, projectQuery } from "@/data/queries";
import { chosenBranch } from "@/features/databases/branches";
import { mainConnection, nothing } from "@/features/databases/connection";
import { NOTHING } from "@/features/databases/words";
import { call } from "@/ipc/call";
import type { ConnectSource, CreateProject, UpdateProject } from "@/ipc/generated";
import type { ProjectRef } from "./subjects";

/** Creates a project. Never two at a time, however often the button is pressed. */
export const creatingOf = (accountId: string) =>
  operationSpec({ kind: "projectCreate", accountId }, (create: CreateProject) => ({ create }), {
    onSuccess: ({ project }, _create, client) => addProject(client, accountId, project),
  });

/** Renames a project and shows it everywhere with the new name. */
export const renamingOf = ({ accountId, projectId }: ProjectRef) =>
  operationSpec(
    { kind: "projectUpdate", accountId, projectId },
    (name: string) => ({ update: renameOf(name) }),
    { onSuccess: ({ item }, _name, client) => patchProject(client, accountId, item) },
  );

/** Changes the name alone: `null` leaves a field as it is. */
const renameOf = (name: string): UpdateProject => ({
  name,
  compute: {},
  settings: {},
  historyRetentionSeconds: null,
});

export const deletingOf = ({ accountId, projectId }: ProjectRef) =>
  operationSpec({ kind: "projectDelete", accountId, projectId }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      dropProject(client, accountId, projectId, "present");
      outdateDeleted(client, accountId);
      void client.invalidateQueries({ queryKey: keys.undo });
    },
  });

/** Recovers a deleted project. */
export const recoveringOf = ({ accountId, projectId }: ProjectRef) =>
  operationSpec({ kind: "projectRecover", accountId, projectId }, () => ({}), {
    key: rowKey("recover", { accountId, projectId }),
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
  run: async (_nothing, client) =>
    call({ kind: "connectCopy", source: await connectionOf(client, ref, true), form: "pooled" }),
});

export const psqlOf = (ref: ProjectRef): MutationSpec<null, readonly string[]> => ({
  key: rowKey("psql", ref),
  reads: true,
  run: async (more, client) =>
    call({ kind: "connectPsql", source: await connectionOf(client, ref, false), more: [...more] }),
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
