import type { ConnectSource } from "@/ipc/generated";
import type { DatabaseSubject, OnBranch, RoleSubject } from "./places";

/**
 * How a program connects, or a person: programs through the pooler, psql by a session of its own. The string of the one
 * is not among the forms of the other.
 */
type Way = "pooled" | "direct";

/** The connection to a database as its owner. */
export function sourceOfDatabase({ database, ...at }: DatabaseSubject, way: Way): ConnectSource {
  return sourceOf(at, database.name, database.owner, way);
}

/** The connection with a role to a database of its branch; nothing where there is no database or no login. */
export function sourceOfRole({ role, connectsTo, ...at }: RoleSubject, way: Way): ConnectSource | undefined {
  return connectsTo === undefined ? undefined : sourceOf(at, connectsTo, role.name, way);
}

function sourceOf(at: OnBranch, database: string, role: string, way: Way): ConnectSource {
  const { accountId, projectId, branchId } = at;
  const pooled = way === "pooled";
  return {
    kind: "project",
    accountId,
    projectId,
    wish: { database, role, branchId, computeId: null, pooled },
  };
}
