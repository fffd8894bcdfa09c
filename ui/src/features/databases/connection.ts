import type { QueryClient } from "@tanstack/react-query";
import { accountsQuery, databasesQuery } from "@/data/queries";
import { IpcError } from "@/ipc/call";
import type { AccountView, ConnectSource, DatabaseView } from "@/ipc/generated";
import { NOTHING } from "./words";

interface BranchIds {
  accountId: string;
  projectId: string;
  branchId: string;
}

/** The connection to a database of a branch, through the compute that the platform chooses. */
export function connectionTo(
  { accountId, projectId, branchId }: BranchIds,
  to: { database: string; role: string; pooled: boolean },
): ConnectSource {
  return { kind: "project", accountId, projectId, request: { ...to, branchId, computeId: null } };
}

/** The database that is meant where none is named: the platform's usual one, else the first. */
export function mainDatabase(databases: readonly DatabaseView[], account: AccountView | undefined) {
  return databases.find(({ name }) => name === account?.profile.database) ?? databases[0];
}

/** The connection to a branch's main database as its owner. Fails where there is no database. */
export async function mainConnection(
  client: QueryClient,
  at: BranchIds,
  pooled: boolean,
): Promise<ConnectSource> {
  const [accounts, databases] = await Promise.all([
    client.ensureQueryData(accountsQuery),
    client.fetchQuery(databasesQuery(at.accountId, at.projectId, at.branchId)),
  ]);
  const account = accounts.find(({ id }) => id === at.accountId);
  const database = mainDatabase(databases, account);
  if (!database) throw nothing(NOTHING.database);
  return connectionTo(at, { database: database.name, role: database.owner, pooled });
}

/** There is nothing to connect to. */
export function nothing({ message, hint }: { message: string; hint: string }): IpcError {
  return new IpcError({ code: "notFound", message, hint, requestId: null, about: null });
}
