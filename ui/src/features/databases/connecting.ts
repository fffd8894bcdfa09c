import type { ConnectSource } from "@/ipc/generated";
import type { DatabaseSubject, OnBranch, RoleSubject } from "./places";

/** The connection to a database as its owner. */
export function sourceOfDatabase({ database, ...at }: DatabaseSubject): ConnectSource {
  return sourceOf(at, database.name, database.owner);
}

/** The connection with a role to a database of its branch; nothing where there is no database or no login. */
export function sourceOfRole({ role, connectsTo, ...at }: RoleSubject): ConnectSource | undefined {
  return connectsTo === undefined ? undefined : sourceOf(at, connectsTo, role.name);
}

function sourceOf(
  { accountId, projectId, branchId }: OnBranch,
  database: string,
  role: string,
): ConnectSource {
  return {
    kind: "project",
    accountId,
    projectId,
    wish: { database, role, branchId, computeId: null, pooled: null },
  };
}
