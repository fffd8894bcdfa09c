import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { chosenBranch } from "@/features/databases/branches";
import { connectionTo, mainDatabase } from "@/features/databases/connection";
import { canLogIn } from "@/features/databases/words";
import type { ConnectionRequest, ConnectSource } from "@/ipc/generated";
import { PLACE } from "./words";

/**
 * The branch, database and role that a query runs on: those that were chosen for it as long as they are there, else the default
 * branch, its main database and the owner of that.
 */
export function usePick(accountId: string, projectId: string, chosen: ConnectSource | null) {
  const account = useAccount(accountId);
  const wanted: ConnectionRequest = chosen?.kind === "project" ? chosen.request : {};
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, wanted.branchId ?? undefined);
  const enabled = branch !== undefined;
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branch?.id ?? ""), enabled });
  const roles = useQuery({ ...rolesQuery(accountId, projectId, branch?.id ?? ""), enabled });

  // The names of a branch that is gone mean nothing on the default branch.
  const isSame = wanted.branchId === branch?.id;
  const named = databases.data?.find(({ name }) => isSame && name === wanted.database);
  const database = named ?? mainDatabase(databases.data ?? [], account);
  const able = (roles.data ?? []).filter((role) => canLogIn(role) && !role.isProtected);
  const names = able.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  const roleWanted = isSame ? wanted.role : undefined;
  const role = [roleWanted, database?.owner, names[0]].find((name) => name && names.includes(name));

  const source = useMemo(
    (): ConnectSource | undefined =>
      branch && database && role
        ? connectionTo(
            { accountId, projectId, branchId: branch.id },
            { database: database.name, role, pooled: false },
          )
        : undefined,
    [accountId, projectId, branch, database, role],
  );
  /** Returns the source for another choice. A branch that was just chosen has databases and roles of its own. */
  const sourceWith = (change: { branch?: string; database?: string; role?: string }): ConnectSource => ({
    kind: "project",
    accountId,
    projectId,
    request: change.branch
      ? { branchId: change.branch, computeId: null, pooled: false }
      : {
          branchId: branch?.id ?? null,
          computeId: null,
          database: change.database ?? database?.name ?? "",
          // The owner of another database may be another role.
          role: change.role ?? (change.database ? "" : (role ?? "")),
          pooled: false,
        },
  });

  const failed = [branches, databases, roles].find(({ error, data }) => error && data === undefined);
  const isLoading = !failed && (!branches.data || (enabled && !(databases.data && roles.data)));
  const missing = isLoading || failed || source ? undefined : missingWords(branch, database);
  const lists = { branches: branches.data ?? [], databases: databases.data ?? [], roles: names };
  return { failed, isLoading, missing, lists, branch, database, role, source, sourceWith };
}

const missingWords = (branch: object | undefined, database: object | undefined): string => {
  if (!branch) return PLACE.noBranch;
  return database ? PLACE.noRole : PLACE.noDatabase;
};
