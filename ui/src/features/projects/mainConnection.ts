import type { QueryClient } from "@tanstack/react-query";
import { accountsQuery, branchesQuery, databasesQuery } from "@/data/queries";
import { IpcError } from "@/ipc/call";
import type { ConnectSource } from "@/ipc/generated";
import type { ProjectRef } from "./places";

/** The database that is meant when only the project is named: the usual one of its default branch, else the first. */
export async function mainConnection(
  client: QueryClient,
  { accountId, projectId }: ProjectRef,
  pooled: boolean,
): Promise<ConnectSource> {
  const [accounts, branches] = await Promise.all([
    client.ensureQueryData(accountsQuery),
    client.fetchQuery(branchesQuery(accountId, projectId)),
  ]);
  const branch = branches.find(({ isDefault }) => isDefault) ?? branches[0];
  if (!branch) throw nothing("branch", "Create one under Branches.");
  const databases = await client.fetchQuery(databasesQuery(accountId, projectId, branch.id));
  const usual = accounts.find(({ id }) => id === accountId)?.profile.database;
  const database = databases.find(({ name }) => name === usual) ?? databases[0];
  if (!database) throw nothing("database", "Create one under Databases & roles.");
  return {
    kind: "project",
    accountId,
    projectId,
    wish: {
      database: database.name,
      role: database.owner,
      branchId: branch.id,
      computeId: null,
      pooled,
    },
  };
}

function nothing(what: string, hint: string): IpcError {
  return new IpcError({
    code: "notFound",
    message: `The project has no ${what} to connect to`,
    hint,
    requestId: null,
    about: null,
  });
}
