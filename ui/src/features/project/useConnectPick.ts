import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { chosenBranch } from "@/features/databases/branches";
import type { ConnectSource } from "@/ipc/generated";
import { usePlace } from "@/kit/route/useRouter";
import { type Pick, usableRoles } from "./ConnectPick";

/** What there is to connect to, what of it is chosen, and the connection that this makes. */
export function useConnectPick(accountId: string, projectId: string) {
  const place = usePlace();
  const asked = place.screen === "project" ? place : undefined;
  const [picked, setPicked] = useState<Partial<Pick>>({});
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, picked.branch ?? asked?.branch);
  const enabled = branch !== undefined;
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branch?.id ?? ""), enabled });
  const roles = useQuery({ ...rolesQuery(accountId, projectId, branch?.id ?? ""), enabled });

  const wanted = picked.database ?? asked?.name;
  const database = databases.data?.find(({ name }) => name === wanted) ?? databases.data?.[0];
  const able = usableRoles(roles.data ?? []).map(({ name }) => name);
  // The owner may do everything in the database; where nobody can log in as the owner, whoever can.
  const role = [picked.role, database?.owner, able[0]].find((name) => name && able.includes(name));
  const pooled = picked.pooled ?? true;

  const source = useMemo(
    (): ConnectSource | undefined =>
      branch && database && role
        ? {
            kind: "project",
            accountId,
            projectId,
            wish: { database: database.name, role, branchId: branch.id, computeId: null, pooled },
          }
        : undefined,
    [accountId, projectId, branch, database, role, pooled],
  );
  // Another branch has other databases and roles: what was chosen of one is not meant for the other.
  const change = (changed: Partial<Pick>) =>
    setPicked((before) => (changed.branch ? { pooled, branch: changed.branch } : { ...before, ...changed }));

  const failed = [branches, databases, roles].find(({ error, data }) => error && data === undefined);
  const loading = !branches.data || (enabled && !(databases.data && roles.data));
  const lists = { branches: branches.data ?? [], databases: databases.data ?? [], roles: roles.data ?? [] };
  return { failed, loading, lists, branch, database, role, pooled, source, change };
}
