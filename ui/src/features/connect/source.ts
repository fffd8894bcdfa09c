import type { ConnectSource } from "@/ipc/generated";

/** A name for a source, so that work on one connection is told from work on another. */
export function sourceKey(source: ConnectSource): string {
  if (source.kind !== "project") return `${source.kind}/${source.id}`;
  const { branchId, computeId, database, role, pooled } = source.wish;
  const how = pooled == null ? "" : pooled ? "pooled" : "direct";
  return ["project", source.accountId, source.projectId, branchId, computeId, database, role, how].join("/");
}
