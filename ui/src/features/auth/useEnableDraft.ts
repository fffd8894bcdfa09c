import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { chosenBranch } from "@/features/databases/branches";
import { faultOfName } from "@/features/databases/names";
import { canLogIn } from "@/features/databases/words";
import type { EnableAuth } from "@/ipc/generated";
import type { AuthSubject } from "./places";

interface Faults {
  branch: string | undefined;
  database: string | undefined;
  role: string | undefined;
}

const NONE: Faults = { branch: undefined, database: undefined, role: undefined };

/** What auth is to be attached to: the platform's usual names until another one is chosen. */
export function useEnableDraft({ accountId, projectId }: AuthSubject) {
  const branches = useQuery(branchesQuery(accountId, projectId));
  const profile = useAccount(accountId)?.profile;
  const [wanted, setWanted] = useState<string>();
  const [typedDatabase, setDatabase] = useState<string>();
  const [typedRole, setRole] = useState<string>();
  const [tried, setTried] = useState(false);
  const branch = chosenBranch(branches.data, wanted);
  const enabled = branch !== undefined;
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branch?.id ?? ""), enabled });
  const roles = useQuery({ ...rolesQuery(accountId, projectId, branch?.id ?? ""), enabled });

  const databaseNames = databases.data?.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const ableRoles = roles.data?.filter((role) => !role.isProtected && canLogIn(role));
  const roleNames = ableRoles?.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const database = typedDatabase ?? usual(profile?.database, databaseNames);
  const owner = databases.data?.find(({ name }) => name === database)?.owner;
  // A database of one's own choice has an owner of its own.
  const isUsual = database === profile?.database;
  const role = typedRole ?? usual(isUsual ? profile?.role : owner, roleNames, profile?.role);

  const faults: Faults = {
    branch: branch ? undefined : "Choose the branch that auth belongs to.",
    database: faultOfName(database),
    role: faultOfName(role),
  };
  const enable: EnableAuth | undefined =
    branch && !faults.database && !faults.role ? { branchId: branch.id, database, role } : undefined;
  return {
    branches,
    databases: { query: databases, names: databaseNames },
    roles: { query: roles, names: roleNames },
    draft: { branch, database, role },
    faults: tried ? faults : NONE,
    enable,
    chooseBranch(id: string) {
      // Another branch has other databases and roles.
      setWanted(id);
      setDatabase(undefined);
      setRole(undefined);
    },
    setDatabase,
    setRole,
    try: () => setTried(true),
  };
}

/** The platform's usual name where there is one like it or nobody knows; else the next best that is there. */
function usual(name: string | undefined, names: readonly string[] | undefined, next?: string): string {
  if (!names || names.length === 0) return name ?? "";
  if (name !== undefined && names.includes(name)) return name;
  return (next !== undefined && names.includes(next) ? next : names[0]) ?? "";
}
